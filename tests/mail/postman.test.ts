import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '#src/log/log.ts';
import type { LeasedMail, OutboxStore } from '#src/mail/outbox-store.ts';
import { createPostman } from '#src/mail/postman.ts';
import type { Timers } from '#src/timers.ts';
import { mailSample } from '../store/outbox-store.contract.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';
import { setStage } from './stage.ts';

interface Pause {
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
  end(): void;
}

/** Pauses that last until they are ended, by the test or by their signal. */
function heldPauses() {
  const pauses: Pause[] = [];
  const pause: Timers['pause'] = (ms, signal) =>
    new Promise((resolve) => {
      pauses.push({ ms, signal, end: resolve });
      signal?.addEventListener('abort', () => resolve());
      if (signal?.aborted) resolve();
    });
  return { pauses, timers: { pause, every: () => () => {} } };
}

/** One lane on an empty outbox, which sends nothing, in a conversation as long as is said; chance is always `fraction`. */
async function onePostman(
  t: Cleanup,
  fraction: number,
  {
    conversation,
    around = (outbox) => outbox,
  }: { conversation?: Promise<void>; around?: (outbox: OutboxStore) => OutboxStore } = {},
) {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { store, clock } = setStage(t, server);
  const { pauses, timers } = heldPauses();
  const [taken, hangUps] = [[] as LeasedMail[], [] as number[]];
  const postman = createPostman({
    ...{ outbox: around(store.outbox), lanes: 1, timers, now: clock.now, random: () => fraction },
    hangUp: () => void hangUps.push(taken.length),
    deliver: async (leased) => {
      taken.push(leased);
      await conversation;
    },
    newToken: () => `token-${taken.length}`,
    log: createLog({ level: 'fatal', destination: { write: () => {} } }),
  });
  t.after(() => postman.stop(0));
  return { postman, pauses, taken, hangUps, outbox: store.outbox, clock };
}

const waits = (pauses: readonly Pause[]) => pauses.map(({ ms }) => ms);

test('new mail is looked at after a part of a second that chance chooses, and much at once only then', async (t) => {
  const { postman, pauses } = await onePostman(t, 0.25);
  postman.start();
  await untilSo('the lane rests', async () => pauses.length === 1);
  for (let mails = 0; mails < 3; mails += 1) postman.wake();
  assert.deepEqual(waits(pauses), [9000, 250]);
  assert.equal(pauses[0]?.signal?.aborted, false, 'nobody is woken before');
  pauses[1]?.end();
  await untilSo('the lane has looked and rests again', async () => pauses.length === 3);
  postman.wake();
  assert.deepEqual(waits(pauses), [9000, 250, 9000, 250]);
});

test('mail that is put while a lane looks has it look again at once', async (t) => {
  const { promise: answer, resolve: letAnswer } = Promise.withResolvers<void>();
  let looks = 0;
  const slow = (outbox: OutboxStore): OutboxStore => ({
    ...outbox,
    nextDueMs: async (nowMs) => {
      looks += 1;
      const dueMs = await outbox.nextDueMs(nowMs);
      await answer;
      return dueMs;
    },
  });
  const { postman, pauses } = await onePostman(t, 0.5, { around: slow });
  t.after(() => letAnswer());
  postman.start();
  await untilSo('the lane looks', async () => looks === 1);
  postman.wake();
  pauses[0]?.end();
  letAnswer();
  await untilSo('the lane looks again', async () => looks === 2);
});

test('a lane rests until the next mail is due, and no longer than its rest', async (t) => {
  for (const [inMs, restMs] of [
    [3000, 3000],
    [3_600_000, 10_000],
  ] as const) {
    const { postman, pauses, outbox, clock } = await onePostman(t, 0.5);
    const times = { createdAtMs: clock.now(), dueAtMs: clock.now() + inMs, expiresAtMs: clock.now() + 2 * inMs };
    await outbox.put(mailSample(times));
    postman.start();
    await untilSo('the lane rests', async () => pauses.length === 1);
    assert.deepEqual(waits(pauses), [restMs]);
  }
});

test('a mail that is taken is nobody else’s for twenty seconds', async (t) => {
  const { postman, taken, outbox, clock } = await onePostman(t, 0.5);
  const nowMs = clock.now();
  await outbox.put(mailSample({ createdAtMs: nowMs, dueAtMs: nowMs, expiresAtMs: nowMs + 60_000 }));
  await postman.deliverDue();
  assert.equal(taken.length, 1);
  assert.equal(await outbox.nextDueMs(nowMs), nowMs + 20_000);
});

test('a postman who stops hangs up, once his round is over', async (t) => {
  const { promise: conversation, resolve: end } = Promise.withResolvers<void>();
  const { postman, taken, hangUps, outbox, clock } = await onePostman(t, 0.5, { conversation });
  t.after(() => end());
  const nowMs = clock.now();
  await outbox.put(mailSample({ createdAtMs: nowMs, dueAtMs: nowMs, expiresAtMs: nowMs + 60_000 }));
  postman.start();
  await untilSo('he is about a mail', async () => taken.length === 1);
  const stopped = postman.stop(60_000);
  assert.deepEqual(hangUps, []);
  end();
  await stopped;
  assert.deepEqual(hangUps, [1]);
});
