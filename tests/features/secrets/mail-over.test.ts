import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { createTestApp } from '../../support/app.ts';
import { withFailing } from '../../support/failing-room.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { callAs, customerOn, PASSWORD } from '../accounts/people.ts';

test('a link that was burned or opened while its mail waited is mailed to nobody, and its page says so', async (t) => {
  const mailServer = await startSmtpServer({ manner: 'later' });
  t.after(() => mailServer.stop());
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const site = createTestApp(t, { hasLightPassphrases: true, mailServer, env });
  const customer = await customerOn(site, 'basic');
  const share = async (recipient: string) => {
    const { body } = await callAs(site, customer, '/secret/conceal', { secret: 'x', recipient });
    const { metadata, secret } = body.record;
    return { page: `/private/${metadata.key}`, secret: `/secret/${secret.key}` };
  };
  const names = ['burned', 'opened', 'waiting'];
  const [burned, opened, waiting] = await Promise.all(names.map((name) => share(`${name}@example.org`)));
  assert.ok(burned && opened && waiting);
  await site.mail.postman.deliverDue();
  assert.match((await customer.open(burned.page)).text, /bu\*+@[^<]*<\/bdi> <span class="badge">waiting</);
  assert.equal((await callAs(site, customer, `${burned.page}/burn`, { continue: true })).status, 200);
  assert.equal((await callAs(site, customer, opened.secret, { continue: true })).status, 200);
  mailServer.manner = 'take';
  site.clock.advance(3_600_000);
  await site.mail.postman.deliverDue();
  assert.deepEqual(
    mailServer.mails.map(({ to }) => to),
    [['waiting@example.org']],
  );
  assert.match((await customer.open(waiting.page)).text, /wa\*+@[^<]*<\/bdi> <span class="badge badge--ok">sent</);
  for (const { page } of [burned, opened]) {
    const { text } = await customer.open(page);
    assert.match(text, /<span class="badge badge--warn">failed</);
    assert.doesNotMatch(text, /send the link another way/, 'it leads nowhere any more');
  }
  assert.deepEqual(await site.mail.mailer.totals(), { sent: 1, failed: 2, waiting: 0 });
  assert.equal(site.logged.filter((line) => line.includes('"event":"mail not sent"')).length, 2);
});

test('where replicas are waited for, a link that is just being opened is mailed if that comes to nothing, even with one try', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const ground = createTestApp(t, { hasLightPassphrases: true });
  const { clock, seal, store } = ground;
  const claim = { now: null as { isHeld: boolean } | null };
  const look: typeof store.secrets.look = async (...asked) => {
    const row = await store.secrets.look(...asked);
    return row && claim.now ? { ...row, life: 'received', ...claim.now } : row;
  };
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true', HUSHLINK_MAIL_TRIES: '1' };
  const around = { ...store, secrets: { ...store.secrets, look } };
  const site = createTestApp(t, { hasLightPassphrases: true, mailServer, env, clock, seal, store: around });
  const customer = await customerOn(site, 'basic');
  const share = (recipient: string) => callAs(site, customer, '/secret/conceal', { secret: 'x', recipient });
  const mailed = async () => {
    await site.mail.postman.deliverDue();
    return [mailServer.mails.length, await site.mail.mailer.totals()] as const;
  };

  await share('given-back@example.org');
  claim.now = { isHeld: true };
  assert.deepEqual(await mailed(), [0, { sent: 0, failed: 0, waiting: 1 }]);
  claim.now = null;
  clock.advance(60_000);
  assert.deepEqual(await mailed(), [1, { sent: 1, failed: 0, waiting: 0 }]);

  await share('opened@example.org');
  claim.now = { isHeld: true };
  assert.deepEqual(await mailed(), [1, { sent: 1, failed: 0, waiting: 1 }]);
  claim.now = { isHeld: false };
  clock.advance(60_000);
  assert.deepEqual(await mailed(), [1, { sent: 1, failed: 1, waiting: 0 }]);
});

test('the mails of a link wait for nobody who has deleted the account, and go with no other', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const site = createTestApp(t, { hasLightPassphrases: true, mailServer, env });
  const [sender, recipient] = [await customerOn(site, 'basic'), await customerOn(site, 'basic')];
  await site.mail.postman.deliverDue();
  const leave = (person: typeof sender) =>
    callAs(site, person, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' });
  await callAs(site, sender, '/secret/conceal', { secret: 'x', recipient: recipient.address });
  const waiting = [];
  for (const person of [recipient, sender]) {
    assert.equal((await leave(person)).status, 200);
    waiting.push((await site.mail.mailer.totals()).waiting);
  }
  assert.deepEqual(waiting, [1, 0]);
});

test('while the part of the store is away that knows what became of a link, its mail waits as for a mail server', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const ground = createTestApp(t, { hasLightPassphrases: true });
  const { clock, seal } = ground;
  const away = { now: true };
  const store = withFailing('secrets', ['look'], () => (away.now ? new StoreUnavailable('no master') : null))(
    ground.store,
  );
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const site = createTestApp(t, { hasLightPassphrases: true, mailServer, env, clock, seal, store });
  const customer = await customerOn(site, 'basic');
  await callAs(site, customer, '/secret/conceal', { secret: 'x', recipient: 'bo@example.org' });
  for (let minutes = 0; minutes < 10; minutes += 0.5) {
    await site.mail.postman.deliverDue().catch(() => {});
    clock.advance(30_000);
  }
  assert.deepEqual(mailServer.mails, []);
  assert.match(site.logged.join(''), /"event":"outbox"/, 'else nobody would know why mails wait');
  away.now = false;
  clock.advance(3_600_000);
  await site.mail.postman.deliverDue();
  assert.deepEqual(await site.mail.mailer.totals(), { sent: 1, failed: 0, waiting: 0 });
});
