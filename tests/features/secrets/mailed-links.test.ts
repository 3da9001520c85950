import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MetadataKey } from '#src/crypto/ids.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import type { Cleanup } from '../../support/temp.ts';
import { callAs, customerOf, PASSWORD, readAs } from '../accounts/people.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const keysOf = (body: { record: { secret: { key: string }; metadata: { key: string } } }) => ({
  secretKey: body.record.secret.key,
  metadataKey: body.record.metadata.key,
});

/** A site whose customers may have links mailed, and the mail server that gets them. */
async function openMailing(t: Cleanup, env: Readonly<Record<string, string>> = {}) {
  const smtp = await startSmtpServer();
  t.after(() => smtp.stop());
  const own = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true', ...env };
  return { smtp, mailing: createTestApp(t, { mailServer: smtp, env: own, hasLightPassphrases: true }) };
}

test('visitors cannot have a link mailed, and without a mail server nobody can', async (t) => {
  const site = createTestApp(t, { hasLightPassphrases: true });
  const refused = await apiOf(site).conceal({ secret: 'x', recipient: 'friend@example.org' }).expect(422);
  assert.equal(refused.body.field, 'recipient');
  const owner = await customerOf(site);
  const noServer = await callAs(site, owner, '/secret/conceal', { secret: 'x', recipient: 'friend@example.org' });
  assert.deepEqual([noServer.status, noServer.body.error_type], [422, 'PlanLimit']);
});

test('a customer has the link mailed, never the content, and sees what became of it under an obscured address [GEN-03 META-04 REC-04]', async (t) => {
  const { smtp, mailing } = await openMailing(t);
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
  const list = (await owner.open('/recent')).text.replaceAll(/<[^>]*>/g, '');
  assert.match(list, /\(sent to fr\*{5}@e\*{5}\.org\)/);
});

test('several recipients stand on the private page in the order they were named, as in the list [META-04 REC-04]', async (t) => {
  const { mailing } = await openMailing(t);
  const owner = await customerOf(mailing);
  const names = ['olga', 'anna', 'mike', 'carl', 'sara', 'bert', 'ivan', 'zoey', 'dora', 'emil'];
  const fields = { secret: 'x', 'recipient[]': names.map((name) => `${name}@example.org`) };
  const { metadataKey } = keysOf((await callAs(mailing, owner, '/secret/conceal', fields)).body);
  const namedIn = (text: string) => [...text.matchAll(/(\w\w)\*{5}@e\*{5}\.org/g)].map(([, beginning]) => beginning);
  const expected = names.map((name) => name.slice(0, 2));
  assert.deepEqual(namedIn((await owner.open('/recent')).text), expected);
  assert.deepEqual(namedIn((await owner.open(`/private/${metadataKey}`)).text), expected);
});

test('a mail does not name a sender whose address nobody has proven: anybody could write as anybody', async (t) => {
  const { smtp, mailing } = await openMailing(t);
  const owner = await customerOf(mailing, 'director@bank.example');
  await callAs(mailing, owner, '/secret/conceal', { secret: 'x', recipient: 'friend@example.org' });
  await mailing.mail.postman.deliverDue();
  assert.match(smtp.mails[0]?.parsed.subject ?? '', /^Somebody sent you a secret/);
  assert.doesNotMatch(smtp.mails[0]?.raw ?? '', /director|bank\.example/);
});

test('a customer has so many links mailed in a day, recipients counted one by one, and is told when there are no more', async (t) => {
  const { mailing } = await openMailing(t, { HUSHLINK_MAIL_LINKS_PER_DAY: '3' });
  const owner = await customerOf(mailing);
  // Signing up has put a mail there that is for nobody.
  await mailing.mail.postman.deliverDue();
  const mail = (...recipient: string[]) => callAs(mailing, owner, '/secret/conceal', { secret: 'x', recipient });
  assert.equal((await mail('a@example.org', 'b@example.org')).status, 200);
  const refused = await mail('c@example.org', 'd@example.org');
  assert.deepEqual([refused.status, refused.body.field], [429, 'recipient']);
  assert.equal((await mail()).status, 200);
  assert.equal((await mailing.mail.mailer.totals()).waiting, 2);
});

test('links are mailed again tomorrow, as the refusal says: from midnight UTC on, to the second', async (t) => {
  const { mailing } = await openMailing(t, { HUSHLINK_MAIL_LINKS_PER_DAY: '1' });
  const { clock } = mailing;
  clock.advance(DAY_MS - HOUR_MS - (clock.now() % DAY_MS));
  const owner = await customerOf(mailing);
  const mail = () => callAs(mailing, owner, '/secret/conceal', { secret: 'x', recipient: 'friend@example.org' });
  assert.equal((await mail()).status, 200);
  clock.advance(500);
  const refused = await mail();
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '3600']);
  clock.advance(HOUR_MS - 1000);
  assert.deepEqual([(await mail()).status, (await mail()).headers['retry-after']], [429, '1']);
  clock.advance(HOUR_MS + 500);
  assert.equal((await mail()).status, 200);
  const nextDay = await mail();
  assert.deepEqual([nextDay.status, nextDay.headers['retry-after']], [429, String(23 * 3600)]);
});

test('where no links are mailed at all no form has a field for it, and nobody is told to try again tomorrow', async (t) => {
  const { mailing } = await openMailing(t, { HUSHLINK_MAIL_LINKS_PER_DAY: '0' });
  const owner = await customerOf(mailing);
  assert.doesNotMatch((await owner.open('/dashboard')).text, /name="recipient/);
  const refused = await callAs(mailing, owner, '/secret/conceal', { secret: 'x', recipient: 'friend@example.org' });
  assert.deepEqual([refused.status, refused.body.error_type, refused.body.field], [422, 'PlanLimit', 'recipient']);
  assert.match(refused.body.message, /This site sends no e-mail/);
});

test('with an account its mails go, those that wait and what became of the others', async (t) => {
  const { smtp, mailing } = await openMailing(t);
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
  const { mailing } = await openMailing(t);
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

test('the form of the dashboard shares without JavaScript, and comes back with everything typed when it cannot', async (t) => {
  const { mailing } = await openMailing(t);
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
