import assert from 'node:assert/strict';
import { test } from 'node:test';
import { obscureAddress } from '#src/features/accounts/obscure.ts';
import { nextTryMs } from '#src/mail/backoff.ts';
import type { OutboxStore, SealedMail } from '#src/mail/outbox-store.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { withFailing } from '../support/failing-room.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { untilSo } from '../support/until-so.ts';
import { bytesOf, HOUR_MS, letters, setStage, sleepers } from './stage.ts';

test('a mail that waits shows neither address nor link nor kind nor language, nor does its status afterwards', async (t) => {
  const server = await startSmtpServer({ manner: 'refuse' });
  t.after(() => server.stop());
  const stage = setStage(t, server);
  const marks = [
    'marked-reader',
    'marked-sender',
    'MARKEDLINK',
    'recipient-link',
    'marked_locale',
    'marked.host',
    'ma*****@m',
    'marked-ticket',
  ];
  const letter = {
    ...letters(0).recipientLink,
    sender: 'marked-sender@example.org',
    isSenderProven: true,
    link: 'https://x.example/MARKEDLINK',
  };
  await stage.mailer.send(
    stage.mailTo('marked-reader@marked.example', {
      ...{ letter, locale: 'marked_locale', host: 'marked.host', ticket: 'marked-ticket' },
    }),
  );
  const found = () => marks.filter((mark) => bytesOf(stage.folder).includes(mark));
  assert.deepEqual(found(), []);
  await stage.postman.deliverDue();
  assert.deepEqual(found(), []);
  assert.deepEqual(await stage.mailer.totals(), { sent: 0, failed: 1, waiting: 0 });
});

test('of an address nothing is kept beside the mail where nobody will ask for it', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const rows: SealedMail[] = [];
  const noted = (outbox: OutboxStore): OutboxStore => ({
    ...outbox,
    put: async (mail) => void rows.push(mail),
  });
  const { mailer, mailTo } = setStage(t, server, { around: (store) => ({ ...store, outbox: noted(store.outbox) }) });
  for (const ticket of [null, 'ticket']) await mailer.send(mailTo('bo@example.com', { ticket }));
  assert.deepEqual(
    rows.map(({ ticketHash, label }) => [ticketHash !== null, label !== null]),
    [
      [false, false],
      [true, true],
    ],
  );
});

test('a row that was moved under another name, or sealed for another site, waits for a process that can open it, and is never sent', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { mailer, postman, mailTo, store, clock, logged } = setStage(t, server);
  await mailer.send(mailTo('bo@example.com'));
  const leased = await store.outbox.lease({ token: 'thief', untilMs: clock.now() }, clock.now());
  const row = {
    siteKeyId: 'x',
    accountHash: 'x',
    ticketHash: null,
    label: null,
    createdAtMs: clock.now(),
    dueAtMs: clock.now(),
  };
  await store.outbox.put({ ...row, id: 'moved', sealed: leased!.sealed, expiresAtMs: clock.now() + 300 * HOUR_MS });
  await postman.deliverDue();
  assert.equal(server.mails.length, 1);
  assert.deepEqual(await mailer.totals(), { sent: 1, failed: 0, waiting: 1 });
  const sealedOtherwise = (event: string) =>
    logged.map((line) => JSON.parse(line)).filter((line) => line.event === event && line.code === 'sealed otherwise');
  assert.deepEqual([sealedOtherwise('mail waits').length, sealedOtherwise('mail failed').length], [1, 0]);
  for (let tries = 0; tries < 30; tries += 1) {
    clock.advance(8 * HOUR_MS);
    await postman.deliverDue();
  }
  assert.equal(server.mails.length, 1);
  assert.equal(sealedOtherwise('mail failed').length, 1);
  assert.deepEqual(await mailer.totals(), { sent: 1, failed: 1, waiting: 0 });
});

test('without a mail server nothing is sent, and whoever tries is told', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { another, mailTo, store } = setStage(t, server);
  assert.equal(another().mailer.isConfigured, true);
  const { createTestApp } = await import('../support/app.ts');
  const { mail } = createTestApp(t);
  assert.equal(mail.mailer.isConfigured, false);
  await assert.rejects(mail.mailer.send(mailTo('bo@example.com')), /no mail server/);
  await mail.postman.deliverDue();
  assert.deepEqual(await store.outbox.totals(), { sent: 0, failed: 0, waiting: 0 });
});

test('pauses grow from half a minute to six hours, spread a little, and twelve tries take about a day', () => {
  const far = { maxTries: 12, nowMs: 0, expiresAtMs: 90 * 24 * HOUR_MS };
  const waits = Array.from({ length: 11 }, (_, at) => nextTryMs({ ...far, tries: at + 1 }, () => 0.5)!);
  assert.deepEqual(waits.slice(0, 4), [30_000, 75_000, 187_500, 468_750]);
  assert.equal(Math.max(...waits), 6 * HOUR_MS);
  const days = waits.reduce((sum, wait) => sum + wait, 0) / (24 * HOUR_MS);
  assert.ok(days > 0.9 && days < 1.3, `${days} days`);
  assert.deepEqual(
    [nextTryMs({ ...far, tries: 1 }, () => 0), nextTryMs({ ...far, tries: 1 }, () => 1)],
    [24_000, 36_000],
  );
  assert.equal(
    nextTryMs({ ...far, tries: 12 }, () => 0.5),
    null,
  );
});

test('what is over soon is tried again before half of the rest has gone by, and not in its last minute', () => {
  const soon = { maxTries: 12, nowMs: 0, tries: 8, expiresAtMs: 600_000 };
  assert.equal(
    nextTryMs(soon, () => 0.5),
    300_000,
  );
  assert.equal(
    nextTryMs({ ...soon, expiresAtMs: 60_000 }, () => 0.5),
    30_000,
  );
  assert.equal(
    nextTryMs({ ...soon, expiresAtMs: 59_999 }, () => 0.5),
    null,
  );
});

test('while the store is away nobody asks it again and again, and the log has its words', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const around = withFailing(
    'outbox',
    ['nextDueMs'],
    () => new StoreUnavailable('away', { cause: new Error('the disk is full') }),
  );
  const stage = setStage(t, server, { around });
  const restsMs: number[] = [];
  const pause = (ms: number, signal?: AbortSignal) => {
    restsMs.push(ms);
    return new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
  };
  const { postman } = stage.another({ pause, every: () => () => {} });
  postman.start();
  await untilSo('every lane rests', async () => restsMs.length === 4);
  assert.ok(
    restsMs.every((ms) => ms >= 8000),
    String(restsMs),
  );
  const [line] = stage.logged;
  const { event, cause } = JSON.parse(line ?? '');
  assert.deepEqual([event, cause.message], ['outbox', 'the disk is full']);
});

test('where the store is away just as a mail was taken, that is written down once it is back, and nothing is sent again', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  let failures = 3;
  const away = () => (failures-- > 0 ? new Error('away') : null);
  const stage = setStage(t, server, { around: withFailing('outbox', ['settle'], away) });
  const pausesMs: number[] = [];
  const pause = async (ms: number) => void pausesMs.push(ms);
  const { postman } = stage.another({ pause, every: () => () => {} });
  await stage.mailer.send(stage.mailTo('bo@example.com'));
  pausesMs.length = 0;
  await postman.deliverDue();
  assert.deepEqual(pausesMs, [250, 250, 250]);
  assert.deepEqual(await stage.mailer.totals(), { sent: 1, failed: 0, waiting: 0 });
  assert.equal(server.mails.length, 1);
});

test('a mail whose end the store never takes down holds nobody up for longer than twenty seconds', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const stage = setStage(t, server, { around: withFailing('outbox', ['settle'], () => new Error('away')) });
  let waitedMs = 0;
  const pause = async (ms: number) => {
    waitedMs += ms;
    if (waitedMs > 60_000) throw new Error('held up');
  };
  const { postman } = stage.another({ pause, every: () => () => {} });
  await stage.mailer.send(stage.mailTo('bo@example.com'));
  await assert.rejects(postman.deliverDue(), { message: 'away' });
  assert.ok(waitedMs > 19_000 && waitedMs <= 20_000, String(waitedMs));
});

test('a store that stays away holds up no stop: it is told of a mail that is cut once, and never again', async (t) => {
  const server = await startSmtpServer({ manner: 'silent' });
  t.after(() => server.stop());
  let asked = 0;
  const away = () => {
    asked += 1;
    return new Error('away');
  };
  const stage = setStage(t, server, { around: withFailing('outbox', ['settle'], away) });
  const { mailer, postman } = stage.another(sleepers);
  postman.start();
  await mailer.send(stage.mailTo('bo@example.com'));
  await server.until(() => server.contents === 1);
  await postman.stop(0);
  assert.equal(asked, 1);
});

test('that a mail was somebody else’s by the time it was sent is told in the log: it may have gone twice', async (t) => {
  const server = await startSmtpServer({ manner: 'hold' });
  t.after(() => server.stop());
  const { mailer, postman, mailTo, store, clock, logged } = setStage(t, server);
  await mailer.send(mailTo('bo@example.com'));
  const delivered = postman.deliverDue();
  await server.until(() => server.contents === 1);
  clock.advance(20_000);
  assert.ok(await store.outbox.lease({ token: 'other', untilMs: clock.now() + 20_000 }, clock.now()));
  server.manner = 'take';
  await delivered;
  const lost = logged.map((line) => JSON.parse(line)).find(({ event }) => event === 'mail lease lost');
  assert.deepEqual([lost?.level, lost?.settlement, lost?.tries], ['warn', 'sent', 1]);
});

test('an address is shown by two letters, one letter and its ending, whatever its length', () => {
  const cases = [
    ['foo@example.com', 'fo*****@e*****.com'],
    ['a@b.example', 'a*****@b*****.example'],
    ['ab@x.co.uk', 'a*****@x*****.uk'],
    ['zoë@bücher.example', 'zo*****@b*****.example'],
    ['root@localhost', 'ro*****@l*****'],
    ['not an address', '*****'],
  ] as const;
  for (const [address, shown] of cases) assert.equal(obscureAddress(address), shown);
});
