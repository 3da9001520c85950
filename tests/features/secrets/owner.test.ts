import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import type { MetadataKey } from '#src/crypto/ids.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf, PASSWORD, readAs, signIn, signUp } from '../accounts/people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const DAY_MS = 86_400_000;

const keysOf = (body: { record: { secret: { key: string }; metadata: { key: string } } }) => ({
  secretKey: body.record.secret.key,
  metadataKey: body.record.metadata.key,
});

test('a secret of a customer bears the name of its owner, and tells the owner alone that it is the own one [REV-07 API-30]', async () => {
  const [owner, other] = [await customerOf(site), await customerOf(site)];
  const { body } = await callAs(site, owner, '/secret/conceal', { secret: 'x' });
  assert.deepEqual([body.custid, body.record.metadata.custid], [owner.address, owner.address]);
  const { secretKey } = keysOf(body);
  const isOwner = async (visitor: typeof owner) =>
    (await readAs(site, visitor, `/secret/${secretKey}`)).body.record.is_owner;
  assert.deepEqual([await isOwner(owner), await isOwner(other)], [true, false]);
  assert.equal((await apiOf(site).get(`/secret/${secretKey}`)).body.details.is_owner, false);
  assert.match((await owner.open(`/secret/${secretKey}`)).text, /This is your own secret\./);
  assert.doesNotMatch((await other.open(`/secret/${secretKey}`)).text, /This is your own secret\./);
});

test('an owner who reads the own secret is told so afterwards too', async () => {
  const owner = await customerOf(site);
  const { secretKey } = keysOf((await callAs(site, owner, '/secret/conceal', { secret: 'mine' })).body);
  await owner.open(`/secret/${secretKey}`);
  const read = await owner.submit(`/secret/${secretKey}`, { continue: 'true' });
  assert.equal(owner.textArea(), 'mine');
  assert.match(read.text, /You viewed your own secret\./);
});

test('a form that shares in the name of its customer shares nothing once nobody is signed in', async () => {
  const fields = { secret: 'x'.repeat(20_000), owned: 'true' };
  const { body } = await apiOf(site).post('/secret/conceal', fields).expect(401);
  assert.match(body.message, /You are not signed in any more\./);
  const owner = await customerOf(site);
  assert.equal((await callAs(site, owner, '/secret/conceal', fields)).status, 200);
});

test('the recent ones answer as a list with both halves, newest first and without links [API-05 API-31 REC-01]', async () => {
  const owner = await customerOf(site);
  const first = keysOf((await callAs(site, owner, '/secret/conceal', { secret: 'one' })).body);
  site.clock.advance(120_000);
  const second = keysOf((await callAs(site, owner, '/secret/conceal', { secret: 'two' })).body);
  await apiOf(site).reveal(first.secretKey).expect(200);
  for (const name of ['private', 'metadata', 'receipt']) {
    const { body } = await readAs(site, owner, `/${name}/recent`);
    const { records, details } = body;
    const keys = (list: { key: string }[]) => list.map(({ key }) => key);
    assert.deepEqual([body.success, body.count, body.custid], [true, 2, owner.address]);
    assert.deepEqual(keys(records), [second.metadataKey, first.metadataKey]);
    assert.deepEqual([keys(details.notreceived), keys(details.received)], [[second.metadataKey], [first.metadataKey]]);
    assert.deepEqual([details.has_items, details.now - details.since], [true, 30 * 86_400]);
    assert.deepEqual([records[1].stamp, records[1].is_received], ['2 minutes ago', true]);
    assert.ok(!JSON.stringify(body).includes(second.secretKey));
  }
});

test('somebody else’s recent ones are 401 without signing in, and empty for another customer', async () => {
  await apiOf(site).get('/private/recent').expect(401);
  const { body } = await readAs(site, await customerOf(site), '/private/recent');
  assert.deepEqual([body.count, body.details.has_items], [0, false]);
});

test('a secret leaves the recent ones after thirty days, or when its record ends', async () => {
  const owner = await customerOf(site);
  await callAs(site, owner, '/secret/conceal', { secret: 'short', ttl: 60 });
  await callAs(site, owner, '/secret/conceal', { secret: 'long', ttl: 30 * 86_400 });
  const count = async () => (await readAs(site, owner, '/private/recent')).body.count;
  assert.equal(await count(), 2);
  site.clock.advance(61 * 60_000);
  assert.equal(await count(), 1);
  site.clock.advance(30 * DAY_MS);
  const later = visitorOf(site);
  await signIn(later, owner.address);
  assert.equal((await readAs(site, later, '/private/recent')).body.count, 0);
});

test('a customer may share longer texts for a longer time than a visitor [API-33]', async () => {
  const owner = await customerOf(site);
  const long = { secret: 'x'.repeat(50_000), ttl: 30 * 86_400 };
  assert.equal((await callAs(site, owner, '/secret/conceal', long)).status, 200);
  assert.equal((await callAs(site, owner, '/secret/conceal', { ...long, secret: `${long.secret}x` })).status, 413);
  await apiOf(site)
    .conceal({ secret: 'x'.repeat(10_001) })
    .expect(413);
  await apiOf(site)
    .conceal({ secret: 'x', ttl: 8 * 86_400 })
    .expect(422);
  const { plan } = (await readAs(site, owner, '/authcheck')).body.record;
  assert.deepEqual([plan.options.ttl, plan.options.size, plan.options.custom_domains], [2_592_000, 50_000, false]);
});

test('after the account is deleted its secrets wait on as nobody’s', async () => {
  const owner = await customerOf(site);
  const { secretKey } = keysOf((await callAs(site, owner, '/secret/conceal', { secret: 'left behind' })).body);
  await callAs(site, owner, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' });
  const again = visitorOf(site);
  await signUp(again, owner.address);
  await signIn(again, owner.address);
  assert.equal((await readAs(site, again, '/private/recent')).body.count, 0);
  assert.equal((await readAs(site, again, `/secret/${secretKey}`)).body.record.is_owner, false);
  const read = await apiOf(site).reveal(secretKey).expect(200);
  assert.equal(read.body.record.secret_value, 'left behind');
});

test('visitors cannot have a link mailed, and without a mail server nobody can', async () => {
  const refused = await apiOf(site).conceal({ secret: 'x', recipient: 'friend@example.org' }).expect(422);
  assert.equal(refused.body.field, 'recipient');
  const owner = await customerOf(site);
  const noServer = await callAs(site, owner, '/secret/conceal', { secret: 'x', recipient: 'friend@example.org' });
  assert.deepEqual([noServer.status, noServer.body.error_type], [422, 'PlanLimit']);
});

test('a customer has the link mailed, never the content, and sees what became of it under an obscured address [META-05]', async (t) => {
  const smtp = await startSmtpServer();
  t.after(() => smtp.stop());
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const mailing = createTestApp(t, { mailServer: smtp, env, hasLightPassphrases: true });
  mailing.mail.postman.start();
  const owner = await customerOf(mailing);
  await mailing.store.accounts.verify(owner.address as CustId, { isMailProven: true, epoch: null });
  const fields = { secret: 'never in a mail', 'recipient[]': ['Friend@Example.org', 'friend@example.org '] };
  const { body } = await callAs(mailing, owner, '/secret/conceal', fields);
  assert.deepEqual(body.details.recipient, ['friend@example.org']);
  assert.deepEqual(body.details.recipient_safe, ['fr*****@e*****.org']);
  const { secretKey, metadataKey } = keysOf(body);
  await smtp.until(() => smtp.mails.length === 1);
  const [mail] = smtp.mails;
  assert.deepEqual(mail?.to, ['friend@example.org']);
  assert.ok(mail?.parsed.text?.includes(`http://localhost:3000/secret/${secretKey}`));
  assert.ok(mail?.parsed.text?.includes(owner.address));
  assert.doesNotMatch(mail?.raw ?? '', /never in a mail/);
  const { record } = (await readAs(mailing, owner, `/private/${metadataKey}`)).body;
  assert.deepEqual([record.recipients, record.show_recipients], ['fr*****@e*****.org', true]);
  const page = (await owner.open(`/private/${metadataKey}`)).text;
  assert.match(page, /fr\*{5}@e\*{5}\.org/);
  assert.doesNotMatch(page, /friend@example\.org/);
  assert.match((await owner.open('/recent')).text, /\(sent to fr\*{5}@e\*{5}\.org\)/);
});

test('a mail does not name a sender whose address nobody has proven: anybody could write as anybody', async (t) => {
  const smtp = await startSmtpServer();
  t.after(() => smtp.stop());
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const mailing = createTestApp(t, { mailServer: smtp, env, hasLightPassphrases: true });
  const owner = await customerOf(mailing, 'director@bank.example');
  await callAs(mailing, owner, '/secret/conceal', { secret: 'x', recipient: 'friend@example.org' });
  await mailing.mail.postman.deliverDue();
  assert.match(smtp.mails[0]?.parsed.subject ?? '', /^Somebody sent you a secret/);
  assert.doesNotMatch(smtp.mails[0]?.raw ?? '', /director|bank\.example/);
});

test('a customer has so many links mailed in a day, recipients counted one by one, and is told when there are no more', async (t) => {
  const smtp = await startSmtpServer();
  t.after(() => smtp.stop());
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true', HUSHLINK_MAIL_LINKS_PER_DAY: '3' };
  const mailing = createTestApp(t, { mailServer: smtp, env, hasLightPassphrases: true });
  const owner = await customerOf(mailing);
  // Signing up has put a mail there that is for nobody.
  await mailing.mail.postman.deliverDue();
  const mail = (...recipient: string[]) => callAs(mailing, owner, '/secret/conceal', { secret: 'x', recipient });
  assert.equal((await mail('a@example.org', 'b@example.org')).status, 200);
  const refused = await mail('c@example.org', 'd@example.org');
  assert.deepEqual([refused.status, refused.body.field, refused.headers['retry-after']], [429, 'recipient', '3600']);
  assert.equal((await mail()).status, 200);
  assert.equal((await mailing.mail.mailer.totals()).waiting, 2);
  mailing.clock.advance(DAY_MS);
  const again = visitorOf(mailing);
  await signIn(again, owner.address);
  assert.equal(
    (await callAs(mailing, again, '/secret/conceal', { secret: 'x', recipient: 'e@example.org' })).status,
    200,
  );
});

test('with an account its mails go, those that wait and what became of the others', async (t) => {
  const smtp = await startSmtpServer();
  t.after(() => smtp.stop());
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const mailing = createTestApp(t, { mailServer: smtp, env, hasLightPassphrases: true });
  const owner = await customerOf(mailing);
  const fields = { secret: 'x', recipient: 'friend@example.org' };
  const { metadataKey } = keysOf((await callAs(mailing, owner, '/secret/conceal', fields)).body);
  await mailing.mail.postman.deliverDue();
  await callAs(mailing, owner, '/secret/conceal', fields);
  const waiting = async () => (await mailing.mail.mailer.totals()).waiting;
  assert.equal(await waiting(), 1);
  await callAs(mailing, owner, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' });
  assert.equal(await waiting(), 0);
  const ticket = mailing.seal.metadataId(metadataKey as MetadataKey);
  assert.deepEqual(await mailing.mail.mailer.statusOf(ticket, mailing.clock.now()), []);
  await mailing.mail.postman.deliverDue();
  assert.equal(smtp.mails.length, 1);
});

test('what is no address, or too many of them, is refused before anything is kept', async (t) => {
  const smtp = await startSmtpServer();
  t.after(() => smtp.stop());
  const mailing = createTestApp(t, {
    ...{ mailServer: smtp, hasLightPassphrases: true, env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' } },
  });
  const owner = await customerOf(mailing);
  const eleven = Array.from({ length: 11 }, (_, at) => `a${at}@example.org`);
  for (const recipient of [
    'no address',
    'a@b\r\nBcc: c@example.org',
    '@example.org',
    'a@',
    ['a@example.org', 'x'],
    eleven,
  ]) {
    const { status, body } = await callAs(mailing, owner, '/secret/conceal', { secret: 'x', recipient });
    assert.deepEqual([status, body.field], [422, 'recipient'], String(recipient));
  }
  assert.equal((await readAs(mailing, owner, '/private/recent')).body.count, 0);
  for (const recipient of ['', [], [' '], null]) {
    assert.equal((await callAs(mailing, owner, '/secret/conceal', { secret: 'x', recipient })).status, 200);
  }
});

test('the form of the dashboard shares without JavaScript, and comes back with everything typed when it cannot [CRE-08]', async (t) => {
  const smtp = await startSmtpServer();
  t.after(() => smtp.stop());
  const mailing = createTestApp(t, {
    ...{ mailServer: smtp, hasLightPassphrases: true, env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' } },
  });
  const owner = await customerOf(mailing);
  await owner.open('/dashboard');
  const typed = { kind: 'share', secret: 'typed', ttl: '3600' };
  const refused = await owner.submit('/dashboard', { ...typed, 'recipient[]': 'no address' });
  assert.equal(refused.status, 422);
  assert.equal(owner.textArea(), 'typed');
  assert.match(refused.text, /value="no address"/);
  const shared = await owner.submit('/dashboard', { ...typed, 'recipient[]': 'friend@example.org' });
  assert.match(shared.headers.location ?? '', /^\/private\/[0-9a-z]{31}$/);
});

test('a program with an API token shares as its customer', async () => {
  const owner = await customerOf(site);
  const { apitoken } = (await callAs(site, owner, '/account/apitoken', {})).body.record;
  const program = () => supertest(site.app).post('/api/v2/secret/conceal').set('Host', 'localhost:3000');
  await program().auth(owner.address, apitoken).send({ secret: 'x' }).expect(200);
  assert.equal((await readAs(site, owner, '/private/recent')).body.count, 1);
  const recent = supertest(site.app).get('/api/v2/private/recent').set('Host', 'localhost:3000');
  assert.equal((await recent.auth(owner.address, apitoken)).body.count, 1);
});
