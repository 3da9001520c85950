import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Guard, RedisConnection } from '#src/store/redis/connection.ts';
import { createGate } from '#src/store/redis/gate.ts';
import type { Cleanup } from '../support/temp.ts';

/** Longer than a write lets pass until it looks again. */
const LOOKS_AGAIN_MS = 700;

/** A gate on a Redis that answers when it is told to, by a clock that stands until it is moved. */
function stage(t: Cleanup) {
  let [nowMs, connections] = [0, 1];
  const asked: ((mark: string | null) => void)[] = [];
  let guard: Guard = () => null;
  const redis: Partial<RedisConnection> = {
    command: () => new Promise((resolve) => asked.push(resolve)),
    connectionsMade: () => connections,
    guardedBy: (own) => {
      guard = own;
      return redis as RedisConnection;
    },
  };
  const gate = createGate(redis as RedisConnection, () => nowMs);
  t.after(() => gate.stop());
  return {
    asked,
    /** What became of a write that comes now. */
    write: () => {
      const write = { outcome: 'waits' };
      const waits = guard(false);
      if (waits === null) return { outcome: 'goes on' };
      waits.then(
        () => Object.assign(write, { outcome: 'goes on' }),
        (error) => Object.assign(write, { outcome: error.message }),
      );
      return write;
    },
    read: () => guard(true),
    guarding: () => guard(false),
    pass: async (ms: number) => {
      nowMs += ms;
      await pause(LOOKS_AGAIN_MS);
    },
    answer: async (mark: string | null = null) => {
      for (const one of asked.splice(0)) one(mark);
      await pause(1);
    },
    reconnect: () => {
      connections += 1;
    },
  };
}

const TOO_LATE = 'Redis does not say in time whether it takes writes';

test('a write waits as long as a master may take to fail over, and reads do not wait', async (t) => {
  const { asked, write, read, pass, answer } = stage(t);
  const [patient, alone] = [write(), read()];
  assert.equal(alone, null);
  await pass(9_999);
  assert.equal(patient.outcome, 'waits');
  assert.ok(asked.length > 1, 'it asks again while it waits');
  await answer();
  assert.equal(patient.outcome, 'goes on');
  assert.equal(write().outcome, 'goes on');
});

test('a write that nobody answers is refused', async (t) => {
  const { write, pass } = stage(t);
  const refused = write();
  await pass(10_000);
  assert.equal(refused.outcome, TOO_LATE);
});

test('an answer that took a second says nothing, and who comes after it waits for a second', async (t) => {
  const { asked, write, read, pass, answer } = stage(t);
  const first = write();
  asked.splice(1);
  await pass(1_000);
  const [late] = asked.splice(0, 1);
  late?.(null);
  await pause(LOOKS_AGAIN_MS);
  assert.equal(first.outcome, TOO_LATE);
  const second = write();
  await pass(999);
  assert.equal(second.outcome, 'waits');
  await pass(1);
  assert.equal(second.outcome, TOO_LATE);
  assert.equal(read(), null);
  asked.splice(0);
  const third = write();
  await pass(500);
  asked.splice(0, asked.length - 1);
  await answer();
  assert.equal(third.outcome, 'goes on');
});

test('what was seen holds for a second, and not for another connection', async (t) => {
  const { asked, write, pass, answer, reconnect } = stage(t);
  const first = write();
  await answer();
  assert.equal(first.outcome, 'goes on');
  await pass(999);
  assert.equal(write().outcome, 'goes on');
  reconnect();
  const anew = write();
  assert.equal(anew.outcome, 'waits');
  asked.splice(0, asked.length - 1);
  await answer(JSON.stringify({ kind: 'filling' }));
  assert.match(anew.outcome, /takes no writes/);
});

test('who comes just when the store is seen to be open goes behind those who have waited', async (t) => {
  const { asked, guarding } = stage(t);
  const order: string[] = [];
  const send = async (name: string) => {
    const waits = guarding();
    if (waits !== null) await waits.catch(assert.fail);
    order.push(name);
  };
  const first = send('first');
  for (const one of asked) one(null);
  for (let turn = 0; turn < 30; turn += 1) {
    await null;
    void send('later');
  }
  await first;
  assert.equal(order[0], 'first');
});
