import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { after, test } from 'node:test';
import supertest from 'supertest';
import type { CustId } from '#src/features/accounts/customer.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf, freshAddress, PASSWORD, signUp } from '../accounts/people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const api = apiOf(site);
const WINDOW_MS = 60_000;
const [MINE, OTHER] = ['AbCdEfGhIjKlMnOpQrSt_-', '0123456789012345678901'];

/** How often a passphrase was stretched in this process. */
let stretched = 0;
const hook = createHook({
  init: (_id, type) => {
    if (type === 'ARGON2REQUEST') stretched += 1;
  },
}).enable();
after(() => hook.disable());

const claim = (key: string, token: string | null, fields = {}) => {
  const asked = api.reveal(key, fields);
  return token === null ? asked : asked.set('Idempotency-Key', token);
};

/** What an ended secret answers to everybody. */
async function goneAnswer() {
  const { secretKey } = await api.share('x');
  await api.reveal(secretKey).expect(200);
  return worded(await api.reveal(secretKey).expect(404));
}

/** An answer without what is another one each time. */
function worded({ status, body, headers }: Awaited<ReturnType<typeof claim>>) {
  const { shrimp, ...rest } = body;
  return { status, body: rest, names: Object.keys(headers).toSorted() };
}

test('the same Idempotency-Key gets the same answer again for a minute, and not a moment longer', async () => {
  const { secretKey, metadataKey } = await api.share('not lost');
  const first = worded(await claim(secretKey, MINE).expect(200));
  assert.equal(first.body.record.secret_value, 'not lost');
  const { body } = await api.get(`/private/${metadataKey}`).expect(200);
  assert.deepEqual([body.record.state, body.details.secret_value], ['received', null]);
  await api.get(`/secret/${secretKey}`).expect(404);
  site.clock.advance(WINDOW_MS - 1);
  assert.deepEqual(worded(await claim(secretKey, MINE)), first);
  site.clock.advance(1);
  assert.deepEqual(worded(await claim(secretKey, MINE)), await goneAnswer());
});

test('of two hundred calls under four keys at once those of one get the secret, and nobody else does', async () => {
  const { secretKey } = await api.share('one claimant');
  const keys = Array.from({ length: 4 }, (_, at) => `claimant-number-00000${at}`);
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => claim(secretKey, keys[at % 4]!)));
  const winners = new Set(answers.flatMap(({ status }, at) => (status === 200 ? [at % 4] : [])));
  assert.equal(winners.size, 1);
  assert.equal(answers.filter(({ status }) => status === 200).length, 50);
  assert.equal(answers.filter(({ status }) => status === 404).length, 150);
});

test('without the right key and the right passphrase a received secret answers like any that is over, and counts nothing', async () => {
  const passphrase = 'open sesame';
  const { secretKey, metadataKey } = await api.share('with a passphrase', { passphrase });
  await claim(secretKey, MINE, { passphrase }).expect(200);
  const gone = await goneAnswer();
  for (const [token, word] of [
    ...[OTHER, null].flatMap((one) => [passphrase, 'wrong', ''].map((two) => [one, two] as const)),
    ...[[MINE, 'wrong'] as const, [MINE, ''] as const],
  ]) {
    assert.deepEqual(worded(await claim(secretKey, token, { passphrase: word })), gone);
  }
  const { details } = (await api.get(`/private/${metadataKey}`).expect(200)).body;
  assert.deepEqual([details.passphrase_failures, details.locked_until], [0, null]);
  await claim(secretKey, MINE, { passphrase }).expect(200);
});

test('only the claimant of a received secret has a passphrase stretched', async () => {
  const passphrase = 'open sesame';
  const { secretKey } = await api.share('x', { passphrase });
  await claim(secretKey, MINE, { passphrase }).expect(200);
  const after = async (token: string | null) => {
    const before = stretched;
    await claim(secretKey, token, { passphrase });
    return stretched - before;
  };
  assert.deepEqual([await after(OTHER), await after(null), await after(MINE)], [0, 0, 1]);
  site.clock.advance(WINDOW_MS);
  assert.equal(await after(MINE), 0);
});

test('an Idempotency-Key that is not 22 base64url characters is 422, and takes nothing', async () => {
  const { secretKey } = await api.share('still there');
  for (const key of ['too-short', 'x'.repeat(23), `${'A'.repeat(21)}=`, `${'A'.repeat(21)} `, '"quoted"', '']) {
    for (const path of [`/secret/${secretKey}`, `/secret/${secretKey}/reveal`]) {
      const { body } = await api.post(path, { continue: true }).set('Idempotency-Key', key).expect(422);
      assert.deepEqual([body.error_type, body.field], ['FormError', 'Idempotency-Key']);
    }
  }
  await claim(secretKey, MINE).expect(200);
});

test('a burned secret is given to no claimant, and burning is never answered twice', async () => {
  const { secretKey } = await api.share('never seen');
  const burn = () => api.post(`/secret/${secretKey}/burn`, { continue: true }).set('Idempotency-Key', MINE);
  await burn().expect(200);
  assert.deepEqual(worded(await claim(secretKey, MINE)), await goneAnswer());
  await burn().expect(404);
});

test('what a customer has shared is counted once, however often its reader asks again', async () => {
  const owner = await customerOf(site);
  const { body } = await callAs(site, owner, '/secret/conceal', { secret: 'x' });
  for (const _ of [1, 2, 3]) await claim(body.record.secret.key, MINE).expect(200);
  assert.equal((await site.store.accounts.find(owner.address as CustId))?.secretsShared, 1);
});

test('what a deleted account has shared is not counted for one that is made anew under its address', async () => {
  const owner = await customerOf(site);
  const { body } = await callAs(site, owner, '/secret/conceal', { secret: 'x' });
  const gone = await callAs(site, owner, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' });
  assert.equal(gone.status, 200);
  await customerOf(site, owner.address);
  await claim(body.record.secret.key, MINE).expect(200);
  assert.equal((await site.store.accounts.find(owner.address as CustId))?.secretsShared, 0);
});

test('a verification whose answer was lost is answered again as it was, and the account is verified', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const mailing = createTestApp(t, { hasLightPassphrases: true, mailServer: server });
  const address = freshAddress();
  await signUp(visitorOf(mailing), address);
  await mailing.mail.postman.deliverDue();
  const key = /\/secret\/([0-9a-z]{31})/.exec(String(server.mails[0]?.parsed.text))?.[1] ?? assert.fail('no link');
  const ask = () => apiOf(mailing).reveal(key).set('Idempotency-Key', MINE);
  const first = worded(await ask().expect(200));
  assert.equal(first.body.record.secret_value, address);
  assert.deepEqual(worded(await ask()), first);
  assert.equal((await mailing.store.accounts.find(address as CustId))?.isMailProven, true);
});

test('a site that gives nothing twice takes the key and hands over once', async (t) => {
  const strict = apiOf(createTestApp(t, { env: { HUSHLINK_SECRETS_REDELIVERY: '0' } }));
  const { secretKey } = await strict.share('once');
  await strict.reveal(secretKey).set('Idempotency-Key', MINE).expect(200);
  await strict.reveal(secretKey).set('Idempotency-Key', MINE).expect(404);
  await strict.reveal(secretKey).set('Idempotency-Key', 'x').expect(422);
});

test('API v1 knows no claimant: it hands over once, whatever header comes along', async () => {
  const { secretKey } = await api.share('v1');
  const ask = () =>
    supertest(site.app).post(`/api/v1/secret/${secretKey}`).set('Host', 'localhost').set('Idempotency-Key', MINE);
  assert.equal((await ask()).body.value, 'v1');
  assert.equal((await ask()).status, 404);
});

test('without JavaScript the form that was sent may be sent again for a minute, and shows the secret again', async () => {
  const { secretKey } = await api.share('line one\nline two');
  const link = `/secret/${secretKey}`;
  const [reader, other] = [visitorOf(site), visitorOf(site)];
  await reader.open(link);
  await other.open(link);
  const fields = { continue: 'true', claimant: claimantOn(reader.html()), shrimp: shrimpOn(reader.html()) };
  assert.notEqual(fields.claimant, claimantOn(other.html()));
  assert.equal((await reader.send(link, fields)).status, 200);
  assert.equal((await reader.send(link, fields)).status, 200);
  assert.equal(reader.textArea(), 'line one\nline two');
  assert.equal(reader.html().includes(fields.claimant), false);
  const late = await other.submit(link);
  assert.deepEqual([late.status, late.headers['cache-control']], [404, 'no-store']);
  site.clock.advance(WINDOW_MS);
  assert.equal((await reader.send(link, fields)).status, 404);
});

test('a form with a claimant that is none is refused, and the secret waits', async () => {
  const { secretKey } = await api.share('still there');
  const visitor = visitorOf(site);
  await visitor.open(`/secret/${secretKey}`);
  assert.equal((await visitor.submit(`/secret/${secretKey}`, { claimant: 'x' })).status, 422);
  assert.equal((await visitor.submit(`/secret/${secretKey}`)).status, 200);
});

const claimantOn = (html: string) =>
  /name="claimant" value="([\w-]{22})"/.exec(html)?.[1] ?? assert.fail('no claimant');
const shrimpOn = (html: string) => /name="shrimp" value="([^"]+)"/.exec(html)?.[1] ?? assert.fail('no shrimp');
