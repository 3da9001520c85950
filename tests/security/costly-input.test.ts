import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { after, type TestContext, test } from 'node:test';
import { openForm, openSite, PASSWORD, signedIn, signUp } from './stores.ts';

const site = await openSite({ after }, 'SQLite');
const { client } = site;

/** Accents in the order that costs the most to bring into normal form. */
const accents = (chars: number) => `a${'\u0301\u0316'.repeat(chars / 2)}`;

test('no text from outside is brought into normal form at full length: that would stop the server for minutes', async (t) => {
  await signUp(client, 'long@example.org');
  const account = await signedIn(client, 'long@example.org');
  const sign = await openForm(client, '/signin');
  const normalize = String.prototype.normalize;
  let longest = 0;
  t.after(() => {
    String.prototype.normalize = normalize;
  });
  String.prototype.normalize = function (this: string, form?: string) {
    longest = Math.max(longest, this.length);
    return normalize.call(this.slice(0, 5000), form);
  };
  const long = accents(100_000);
  const { secretKey } = await client.share('x', { passphrase: 'p' });
  const answers = [
    await sign.post('/signin', { u: 'long@example.org', p: long }),
    await sign.post('/signin', { u: `${long}@example.org`, p: PASSWORD }),
    await sign.post('/signup', { u: 'other@example.org', p: long, agree: 'on' }),
    await sign.post('/signup', { u: long, p: PASSWORD, agree: 'on' }),
    await sign.post('/forgot', { u: long }),
    await account.call('/account/change-password', { currentp: long, newp: 'a new password', newp2: 'a new password' }),
    await account.call('/account/change-password', { currentp: PASSWORD, newp: long, newp2: long }),
    await account.call('/account/destroy', { confirmation: long, tabindex: 'destroy' }),
    await client.reveal(secretKey, { passphrase: long }),
    await client.post('/secret/conceal', { kind: 'share', secret: 'x', passphrase: long }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 422),
  );
  assert.ok(longest > 0 && longest <= 4000, `${longest} characters`);
});

test('names of character sets without end are not taken apart: that would stop the server for seconds', async (t) => {
  const sign = await openForm(client, '/');
  const character_sets = ','.repeat(100_000);
  const most = watchSplits(t, ',,,');
  assert.equal((await client.post('/secret/generate', { character_sets: ',,,digits' })).status, 422);
  assert.equal(most(), 4);
  const answers = [
    await sign.post('/', { kind: 'generate', character_sets }),
    await client.post('/secret/generate', { character_sets }),
    await client.post('/secret/conceal', { kind: 'generate', secret: { character_sets } }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 422),
  );
  assert.ok(most() < 1000, `${most()} names`);
});

/** Most parts that a text which begins so is split into. */
function watchSplits(t: TestContext, begin: string): () => number {
  const { split } = String.prototype;
  let most = 0;
  t.after(() => {
    String.prototype.split = split;
  });
  String.prototype.split = function (this: string, by: string, limit?: number) {
    const parts: readonly string[] = Reflect.apply(split, this, [by, limit]);
    if (this.startsWith(begin)) most = Math.max(most, parts.length);
    return parts;
  } as typeof split;
  return () => most;
}

test('what no field takes does not come back in a form that is refused, drawn to many times its size', async () => {
  await signUp(client, 'wide@example.org');
  const account = await signedIn(client, 'wide@example.org');
  const visitor = await openForm(client, '/');
  const wide = '<'.repeat(300_000);
  const refused = [
    ...['secret', 'passphrase', 'recipient', 'share_domain'].map((name) => ['/', name] as const),
    ...['u', 'redirect'].map((name) => ['/signin', name] as const),
    ...(['/signup', '/forgot'] as const).map((path) => [path, 'u'] as const),
    ...['msg', 'email'].map((name) => ['/feedback', name] as const),
  ];
  for (const [path, name] of refused) {
    const answer = await visitor.post(path, { [name]: wide, shrimp: 'none' });
    assert.equal(answer.status, 422, `${path} ${name}`);
    assert.ok(answer.body.length < 100_000, `${path} ${name}: ${answer.body.length} bytes`);
  }
  const recipient = await account.post('/dashboard', { recipient: wide, passphrase: wide, shrimp: 'none' });
  assert.ok(recipient.body.length < 100_000, `${recipient.body.length} bytes`);
});

test('a text that is too long to be shared comes back, to be made shorter', async () => {
  const visitor = await openForm(client, '/');
  const long = 'word '.repeat(20_000);
  const answer = await visitor.post('/', { secret: long, shrimp: 'none' });
  assert.equal(answer.status, 422);
  assert.ok(answer.body.includes(long));
});

test('names of what a browser keeps are not taken apart without end, for each variant of a page anew', async (t) => {
  const most = watchSplits(t, ',,,');
  const page = await client.ask('/docs/api');
  const { etag = '' } = page.headers;
  assert.equal((await client.ask('/docs/api', { headers: { 'If-None-Match': `,,,${etag}` } })).status, 304);
  assert.equal(most(), 4);
  assert.equal((await client.ask('/docs/api', { headers: { 'If-None-Match': ','.repeat(14_000) } })).status, 200);
  assert.ok(most() < 1000, `${most()} names`);
});

test('cookies of our name without end are not all looked at: each may have a signature to check', async (t) => {
  const { createHmac } = crypto;
  let signatures = 0;
  const exchange = (made: typeof createHmac) => {
    crypto.createHmac = made;
    syncBuiltinESMExports();
  };
  t.after(() => exchange(createHmac));
  exchange((...keyed) => {
    signatures += 1;
    return createHmac(...keyed);
  });
  const cookie = (value: string) => `sess=${value}; `.repeat(14_000 / (value.length + 7));
  for (const value of ['s:.', `s:a.${'b'.repeat(43)}`]) {
    for (const path of ['/', '/api/v2/authcheck']) {
      signatures = 0;
      assert.ok((await client.ask(path, { headers: { Cookie: cookie(value) } })).status < 500);
      assert.ok(signatures > 0 && signatures < 100, `${signatures} signatures`);
    }
  }
});
