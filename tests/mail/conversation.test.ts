import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSmtpServer } from '../support/smtp-server.ts';
import { HOUR_MS, letters, setStage, sleepers } from './stage.ts';

test('a mail arrives once, whole, in text and in HTML', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { mailer, postman, mailTo, clock, logged } = setStage(t, server);
  await mailer.send(mailTo('bo@example.com'));
  assert.equal(server.mails.length, 0);
  await postman.deliverDue();
  await postman.deliverDue();
  assert.equal(server.mails.length, 1);
  const [{ to, from, parsed, isEncrypted }] = server.mails as [(typeof server.mails)[number]];
  assert.deepEqual([to, from, isEncrypted], [['bo@example.com'], 'no-reply@hush.example.org', false]);
  assert.equal(parsed.subject, 'Set a new password for hush.example.org');
  assert.equal(parsed.from?.text, '"Hushlink" <no-reply@hush.example.org>');
  assert.equal(parsed.date?.getTime(), clock.now());
  const { link } = letters(clock.now()).reset;
  assert.match(parsed.text ?? '', new RegExp(`\\n${link}\\n`));
  assert.match(String(parsed.html), new RegExp(`<a href="${link}"`));
  assert.match(parsed.text ?? '', /until Tuesday, January 15, 2030 at 01:00\sPM UTC/);
  assert.deepEqual(await mailer.totals(), { sent: 1, failed: 0, waiting: 0 });
  const { time: _, ...line } = JSON.parse(logged.join(''));
  assert.deepEqual(line, { level: 'info', event: 'mail sent', kind: 'reset', tries: 1 });
});

test('a hundred mails go to a hundred people, each over few connections and once', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { mailer, postman, mailTo } = setStage(t, server);
  const people = Array.from({ length: 100 }, (_, at) => `reader-${at}@example.com`);
  await Promise.all(people.map((to) => mailer.send(mailTo(to))));
  await postman.deliverDue();
  assert.deepEqual(server.mails.flatMap(({ to }) => to).sort(), people.sort());
  assert.equal(new Set(server.mails.map(({ parsed }) => parsed.messageId)).size, people.length);
  assert.ok(server.connections <= 4, `${server.connections} connections`);
});

test('a server that refuses the recipient fails the mail at once, visibly, and names nobody in the log', async (t) => {
  const server = await startSmtpServer({ manner: 'refuse' });
  t.after(() => server.stop());
  const { mailer, postman, mailTo, clock, logged } = setStage(t, server);
  await mailer.send(mailTo('nobody@example.com', { ticket: 'ticket' }));
  await postman.deliverDue();
  clock.advance(12 * HOUR_MS);
  server.manner = 'take';
  await postman.deliverDue();
  assert.equal(server.mails.length, 0);
  assert.deepEqual(await mailer.totals(), { sent: 0, failed: 1, waiting: 0 });
  const warning = logged.map((line) => JSON.parse(line)).find(({ event }) => event === 'mail failed');
  assert.deepEqual([warning.level, warning.kind, warning.tries, warning.code], ['warn', 'reset', 1, '550']);
  assert.ok(!logged.join('').includes('nobody'));
});

test('what became of a mail can be asked by its ticket, without giving the address away', async (t) => {
  const server = await startSmtpServer({ manner: 'refuse' });
  t.after(() => server.stop());
  const { mailer, postman, mailTo, clock } = setStage(t, server);
  const ask = () => mailer.statusOf('ticket', clock.now());
  const sentAtMs = clock.now();
  await mailer.send(mailTo('nobody@example.com', { ticket: 'ticket' }));
  const status = { obscuredAddress: 'no*****@e*****.com', tries: 0, updatedAtMs: sentAtMs };
  assert.deepEqual(await ask(), [{ ...status, state: 'waiting' }]);
  clock.advance(1000);
  await postman.deliverDue();
  assert.deepEqual(await ask(), [{ ...status, state: 'failed', tries: 1, updatedAtMs: sentAtMs + 1000 }]);
  assert.deepEqual(await mailer.statusOf('another ticket', clock.now()), []);
  clock.set(sentAtMs + HOUR_MS);
  assert.deepEqual(await ask(), []);
});

test('a mail whose content is refused fails at once', async (t) => {
  const server = await startSmtpServer({ manner: 'refuse-content' });
  t.after(() => server.stop());
  const { mailer, postman, mailTo } = setStage(t, server);
  await mailer.send(mailTo('bo@example.com'));
  await postman.deliverDue();
  assert.deepEqual(await mailer.totals(), { sent: 0, failed: 1, waiting: 0 });
});

test('a server that asks to come later gets the mail later, once', async (t) => {
  const server = await startSmtpServer({ manner: 'later' });
  t.after(() => server.stop());
  const { mailer, postman, mailTo, clock, logged } = setStage(t, server);
  await mailer.send(mailTo('bo@example.com'));
  await postman.deliverDue();
  assert.deepEqual(await mailer.totals(), { sent: 0, failed: 0, waiting: 1 });
  assert.match(logged.join(''), /"event":"mail waits".*"code":"451"|"code":"451".*"event":"mail waits"/);
  server.manner = 'take';
  clock.advance(23_999);
  await postman.deliverDue();
  assert.equal(server.mails.length, 0, 'too early');
  clock.advance(12_001);
  await postman.deliverDue();
  assert.equal(server.mails.length, 1);
});

test('a server that is away gets the mail when it is back', async (t) => {
  const server = await startSmtpServer();
  const { mailer, postman, mailTo, clock } = setStage(t, server);
  await server.stop();
  await mailer.send(mailTo('bo@example.com'));
  await postman.deliverDue();
  const back = await startSmtpServer({ port: server.port });
  t.after(() => back.stop());
  clock.advance(36_000);
  await postman.deliverDue();
  assert.equal(back.mails.length, 1);
});

test('a server that dies in the middle of a mail gets it again, and nothing is lost or doubled', async (t) => {
  const server = await startSmtpServer({ manner: 'die-mid-message' });
  t.after(() => server.stop());
  const { mailer, postman, mailTo, clock } = setStage(t, server);
  await mailer.send(mailTo('bo@example.com'));
  await postman.deliverDue();
  assert.deepEqual([server.contents, server.mails.length], [1, 0]);
  server.manner = 'take';
  clock.advance(36_000);
  await postman.deliverDue();
  assert.equal(server.mails.length, 1);
  assert.deepEqual(await mailer.totals(), { sent: 1, failed: 0, waiting: 0 });
});

test('a mail that may have arrived is sent again under the same Message-ID, so that it can be told to be the same', async (t) => {
  const server = await startSmtpServer({ manner: 'die-unanswered' });
  t.after(() => server.stop());
  const { mailer, postman, mailTo, clock, logged } = setStage(t, server);
  await mailer.send(mailTo('bo@example.com'));
  await mailer.send(mailTo('cy@example.com'));
  await postman.deliverDue();
  // Once for each mail: nothing below us has sent any content a second time.
  assert.equal(server.contents, 2);
  const told = logged.map((line) => JSON.parse(line)).map((line) => [line.level, line.event, line.isUncertain]);
  assert.deepEqual(told, Array(2).fill(['warn', 'mail waits', true]));
  server.manner = 'take';
  clock.advance(36_000);
  await postman.deliverDue();
  const ids = server.mails.map(({ parsed, to }) => `${to} ${parsed.messageId}`);
  assert.equal(ids.length, 4);
  assert.equal(new Set(ids).size, 2);
});

test('after as many tries as configured a mail is given up', async (t) => {
  const server = await startSmtpServer({ manner: 'later' });
  t.after(() => server.stop());
  const { mailer, postman, mailTo, clock, logged } = setStage(t, server, { tries: 3 });
  await mailer.send(mailTo('bo@example.com', { expiresAtMs: clock.now() + 90 * HOUR_MS }));
  for (let round = 0; round < 5; round += 1) {
    await postman.deliverDue();
    clock.advance(8 * HOUR_MS);
  }
  assert.deepEqual(await mailer.totals(), { sent: 0, failed: 1, waiting: 0 });
  const failures = logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'mail failed');
  assert.deepEqual(
    failures.map(({ tries, code }) => [tries, code]),
    [[3, '451']],
  );
});

test('what a mail announces is over: it is not sent, and nothing of it is left', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { mailer, postman, mailTo, clock } = setStage(t, server);
  await mailer.send(mailTo('bo@example.com', { ticket: 'ticket' }));
  clock.advance(HOUR_MS);
  await postman.deliverDue();
  assert.equal(server.connections, 0);
  assert.deepEqual(await mailer.statusOf('ticket', clock.now()), []);
});

test('a decoy goes every way but the last', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { mailer, postman, mailTo } = setStage(t, server);
  await mailer.send(mailTo('nobody@example.com', { isDecoy: true }));
  assert.deepEqual(await mailer.totals(), { sent: 0, failed: 0, waiting: 1 });
  await postman.deliverDue();
  assert.equal(server.connections, 0);
  assert.deepEqual(await mailer.totals(), { sent: 0, failed: 0, waiting: 0 });
});

test('new mail wakes a postman who rests, and a stop finishes what is under way', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const stage = setStage(t, server);
  const { mailer, postman } = stage.another(sleepers);
  postman.start();
  for (const count of [1, 2, 3]) {
    await mailer.send(stage.mailTo(`reader-${count}@example.com`));
    await server.until(() => server.contents === count);
  }
  await postman.stop(30_000);
  assert.deepEqual(await mailer.totals(), { sent: 3, failed: 0, waiting: 0 });
});

test('a mail server that takes its time over one mail holds up no other', async (t) => {
  const server = await startSmtpServer({ manner: 'silent' });
  t.after(() => server.stop());
  const stage = setStage(t, server);
  const { mailer, postman } = stage.another(sleepers);
  postman.start();
  await mailer.send(stage.mailTo('slow@example.com'));
  await server.until(() => server.contents === 1);
  server.manner = 'take';
  for (const count of [1, 2, 3]) {
    await mailer.send(stage.mailTo('bo@example.com'));
    await server.until(() => server.mails.length === count);
  }
  await postman.stop(0);
});

test('a stop cuts a mail server that does not answer, and the mail waits for the next start, its try given back', async (t) => {
  const server = await startSmtpServer({ manner: 'silent' });
  t.after(() => server.stop());
  const stage = setStage(t, server, { tries: 1 });
  stage.postman.start();
  await stage.mailer.send(stage.mailTo('bo@example.com'));
  await server.until(() => server.contents === 1);
  await stage.postman.stop(0);
  assert.deepEqual(await stage.mailer.totals(), { sent: 0, failed: 0, waiting: 1 });
  // The mail server has it all: the next start may send it a second time.
  const { time: _, ...line } = JSON.parse(stage.logged.join(''));
  const told = { level: 'warn', event: 'mail waits', code: 'stopped', isUncertain: true, waitMs: 0 };
  assert.deepEqual(line, { ...told, kind: 'reset', tries: 1 });
  server.manner = 'take';
  await stage.another().postman.deliverDue();
  assert.equal(server.mails.length, 1);
});
