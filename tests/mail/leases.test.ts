import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSmtpServer } from '../support/smtp-server.ts';
import { setStage, sleepers } from './stage.ts';

test('four postmen of four processes send each mail once', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const stage = setStage(t, server);
  const people = Array.from({ length: 60 }, (_, at) => `reader-${at}@example.com`);
  await Promise.all(people.map((to) => stage.mailer.send(stage.mailTo(to))));
  const postmen = [stage.postman, ...Array.from({ length: 3 }, () => stage.another().postman)];
  await Promise.all(postmen.map((postman) => postman.deliverDue()));
  assert.deepEqual(server.mails.flatMap(({ to }) => to).sort(), people.sort());
});

test('a mail is nobody else’s for as long as the conversation about it lasts, and not asked for again afterwards', async (t) => {
  const server = await startSmtpServer({ manner: 'hold' });
  t.after(() => server.stop());
  const { store, clock, mailTo, another } = setStage(t, server);
  const renewals: { everyMs: number; renew(): void; isOver: boolean }[] = [];
  const every = (everyMs: number, renew: () => void) => {
    const renewal = { everyMs, renew, isOver: false };
    renewals.push(renewal);
    return () => {
      renewal.isOver = true;
    };
  };
  const { mailer, postman } = another({ ...sleepers, every });
  await mailer.send(mailTo('bo@example.com'));
  const delivered = postman.deliverDue();
  await server.until(() => server.contents === 1);
  for (let times = 0; times < 20; times += 1) {
    clock.advance(renewals[0]!.everyMs);
    assert.equal(await store.outbox.lease({ token: 'other', untilMs: clock.now() + 1 }, clock.now()), null);
    renewals[0]!.renew();
  }
  assert.equal(renewals[0]!.isOver, false);
  server.manner = 'take';
  await delivered;
  assert.deepEqual(
    renewals.map(({ isOver }) => isOver),
    [true],
  );
  assert.equal(server.mails.length, 1);
});

test('a mail over which processes die is given up after as many tries as any other', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { mailer, postman, mailTo, store, clock } = setStage(t, server, { tries: 2 });
  await mailer.send(mailTo('bo@example.com'));
  for (let tries = 0; tries < 2; tries += 1) {
    await store.outbox.lease({ token: 'died', untilMs: clock.now() + 20_000 }, clock.now());
    clock.advance(20_000);
  }
  await postman.deliverDue();
  assert.equal(server.connections, 0);
  assert.deepEqual(await mailer.totals(), { sent: 0, failed: 1, waiting: 0 });
});
