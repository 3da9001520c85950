import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import supertest from 'supertest';
import { compose } from '#src/compose.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { namesForger } from '../../security/forgeries.ts';
import { apiOf } from '../../support/api.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf, PASSWORD } from '../accounts/people.ts';
import { alertOn, fieldOn, openSupport, pathIn, RECIPIENT, SENT } from './stage.ts';

const DAY_MS = 86_400_000;

test('what was sent waits for support behind a link in a mail that names the ticket and holds no content; it opens once [INC-02 INC-07]', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_SITE_NAME: 'Hush of Ours' } });
  const sent = await site.send({ secret: 'pass: hunter2\r\n<b>üñí 🔑</b>', ticketno: '  123456 ' });
  assert.deepEqual([sent.status, sent.headers.location], [303, SENT]);
  const [mail] = await site.mails();
  assert.ok(mail);
  assert.equal(mail.parsed.subject, 'Ticket 123456: details for support from localhost:3000');
  assert.match(
    mail.parsed.text ?? '',
    /ticket 123456 on localhost:3000.*The link works until Tuesday, January 22, 2030/s,
  );
  for (const part of [mail.raw, mail.parsed.text, mail.parsed.html]) assert.doesNotMatch(String(part), /hunter2|🔑/);
  const { record } = (await apiOf(site).reveal(pathIn(mail).replace('/secret/', '')).expect(200)).body;
  assert.equal(record.secret_value, 'pass: hunter2\n<b>üñí 🔑</b>', 'with the line ends that were typed');
  assert.equal((await visitorOf(site).open(pathIn(mail))).status, 404);
});

test("after it the page says 'Your email has been sent' in a Success box, and loading it anew sends nothing [INC-08 INC-09]", async (t) => {
  const site = await openSupport(t);
  const visitor = visitorOf(site);
  await site.send({}, { visitor });
  for (let times = 0; times < 2; times += 1) {
    const { text, status } = await visitor.open(SENT);
    assert.equal(status, 200);
    assert.deepEqual(alertOn(text), { role: 'status', title: 'Success', message: 'Your email has been sent' });
    assert.deepEqual([visitor.textArea(), fieldOn(text, 'ticketno')], ['', '']);
  }
  assert.equal((await site.mails()).length, 1);
});

test('only the word that a success leads to says so', async (t) => {
  const site = await openSupport(t);
  for (const query of ['', '?notice=', '?notice=<b>x', '?notice=sent&notice=sent', '?sent=1']) {
    assert.equal(alertOn((await visitorOf(site).open(`/incoming${query}`)).text), null, query);
  }
});

test("where the operator has set a passphrase support needs it, and the mail says 'the passphrase of your team' but not which", async (t) => {
  const passphrase = 'winter coats 1987';
  const site = await openSupport(t, { env: { HUSHLINK_INCOMING_PASSPHRASE: passphrase } });
  await site.send({ secret: 'guarded' });
  const [mail] = await site.mails();
  assert.ok(mail);
  assert.match(mail.parsed.text ?? '', /passphrase of your support team/);
  assert.ok(!mail.raw.includes(passphrase));
  const support = visitorOf(site);
  const page = await support.open(pathIn(mail));
  assert.match(page.text, /name="passphrase"/);
  assert.equal((await support.submit(pathIn(mail), { continue: 'true', passphrase: 'wrong' })).status, 422);
  site.clock.advance(60_000);
  const opened = await support.submit(pathIn(mail), { continue: 'true', passphrase });
  assert.equal(opened.status, 200);
  assert.equal(support.textArea(), 'guarded');
});

test('without room to stretch that passphrase the form says so, keeps the text, and nothing is sent', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_INCOMING_PASSPHRASE: 'winter coats 1987' } });
  const full = { ...site, app: compose({ ...site.composed, stretching: { concurrent: 0, waiting: 0 } }) };
  const visitor = visitorOf(full);
  const refused = await site.send({ secret: 'too many at once' }, { visitor });
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '2']);
  const message = 'The server is busy right now. Please try again in a moment.';
  assert.deepEqual(alertOn(refused.text), { role: 'alert', title: 'Error', message });
  assert.equal(visitor.textArea(), 'too many at once');
  assert.deepEqual(await site.mails(), []);
});

test('without one the mail asks for none, and none is needed', async (t) => {
  const site = await openSupport(t);
  await site.send();
  const [mail] = await site.mails();
  assert.ok(mail);
  assert.doesNotMatch(mail.parsed.text ?? '', /passphrase/);
  assert.doesNotMatch((await visitorOf(site).open(pathIn(mail))).text, /name="passphrase"/);
});

test('it waits as long as the operator says, whatever visitors may choose', async (t) => {
  const env = {
    HUSHLINK_INCOMING_TTL: '30d',
    HUSHLINK_PLANS_ANONYMOUS_TTL: '3600',
    HUSHLINK_SECRETS_DEFAULT_TTL: '3600',
  };
  const site = await openSupport(t, { env });
  await site.send();
  const [mail] = await site.mails();
  assert.ok(mail);
  site.clock.advance(30 * DAY_MS - 1);
  assert.equal((await visitorOf(site).open(pathIn(mail))).status, 200);
  site.clock.advance(1);
  assert.equal((await visitorOf(site).open(pathIn(mail))).status, 404);
});

test('the link and the words name the configured host, whatever the request claims', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_SITE_HOST: 'hush.example' } });
  const visitor = visitorOf(site, 'hush.example');
  const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', Forwarded: 'host=evil.example' };
  assert.equal((await site.send({}, { visitor, headers })).status, 303);
  const [mail] = await site.mails();
  assert.ok(mail);
  assert.ok(!namesForger(mail.raw));
  assert.match(mail.parsed.text ?? '', /https:\/\/hush\.example\/secret\//);
});

test('every mail goes to the configured recipient alone, whoever else a form names [INC-02]', async (t) => {
  const site = await openSupport(t);
  const fields = ['recipient', 'recipient[]', 'to', 'cc', 'bcc'];
  for (const field of fields) assert.equal((await site.send({ [field]: 'evil@example.net' })).status, 303, field);
  await site.mails();
  assert.deepEqual(
    site.mailbox.mails.map(({ to }) => to),
    fields.map(() => [RECIPIENT]),
  );
  for (const { raw } of site.mailbox.mails) assert.doesNotMatch(raw, /evil@/);
});

test('multipart is read as well, and a file is not taken', async (t) => {
  const site = await openSupport(t);
  const visitor = visitorOf(site);
  await visitor.open('/incoming');
  const shrimp = fieldOn(visitor.html(), 'shrimp') ?? '';
  const post = () =>
    supertest(site.app).post('/incoming').set('Host', 'localhost:3000').set('Cookie', visitor.cookies());
  const fields = { shrimp, ticketno: '7', kind: 'share' };
  assert.equal((await post().field({ ...fields, secret: 'two\r\nlines' })).status, 303);
  assert.equal((await post().field(fields).attach('secret', Buffer.from('x'), 'x.txt')).status, 415);
  assert.equal((await site.mails()).length, 1);
});

test('deleting an account under the address of support takes no waiting mail along', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' } });
  await site.send();
  const visitor = await customerOf(site, RECIPIENT);
  await visitor.open('/account');
  const left = await visitor.submit('/account/destroy', { confirmation: PASSWORD });
  assert.equal(left.status, 303);
  assert.equal(await site.store.accounts.find(RECIPIENT as CustId), null);
  const mails = await site.mails();
  assert.deepEqual(
    mails.map(({ parsed }) => parsed.subject?.slice(0, 13)),
    ['Ticket 123456'],
  );
});

test('neither content, ticket number, passphrase nor where they came from can be read in the store or the log', async (t) => {
  const proxy = { HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.1,::1' };
  const site = await openSupport(t, { env: { ...proxy, HUSHLINK_INCOMING_PASSPHRASE: 'MARKED-PASSPHRASE' } });
  const headers = { 'X-Forwarded-For': '198.51.100.77' };
  await site.send({ secret: 'MARKED-CONTENT', ticketno: 'MARKED-TICKET' }, { headers });
  const kept = ['hushlink.db', 'hushlink.db-wal'].map((name) => readFileSync(join(site.folder, name)));
  const places = Buffer.concat([...kept, Buffer.from(site.logged.join('\n'))]);
  assert.ok(places.includes('POST'));
  for (const mark of ['MARKED-', '198.51.100']) assert.equal(places.includes(mark), false, mark);
});

test('details that support has read already are announced no second time', async (t) => {
  const site = await openSupport(t);
  await site.send();
  site.mailbox.manner = 'die-unanswered';
  const [mail] = await site.mails();
  const support = visitorOf(site);
  await support.open(pathIn(mail!));
  assert.equal((await support.submit(pathIn(mail!), { continue: 'true' })).status, 200);
  site.mailbox.manner = 'take';
  site.clock.advance(DAY_MS / 24);
  assert.equal((await site.mails()).length, 1);
});

test('support reads its mail in the language of the site, whatever the sender speaks', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_LOCALES_DEFAULT: 'de' } });
  await site.send({}, { headers: { 'Accept-Language': 'fr' } });
  const [mail] = await site.mails();
  assert.match(mail?.parsed.html || '', /<html[^>]* lang="de"/);
});
