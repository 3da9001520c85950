import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ownerTags } from '#src/compose/secrets.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { sessionCookieValue } from '#src/http/session-cookie.ts';
import { type Client, createClient, jsonOf, keysOf, type Shared } from '../durability/client.ts';
import { mailSettings } from '../support/app.ts';
import { LIGHT_PASSWORDS } from '../support/light-passwords.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer } from '../support/server.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { type Field, openWith, takeRedis, takeSqlite } from './loot.ts';
import { ENGINES, type Engine, type Form, PASSWORD, signedIn, signUp } from './stores.ts';

const light = {
  HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true',
  ...LIGHT_PASSWORDS,
};

/** What a thief takes from a site where somebody is signed in, has written and has shared. */
interface Theft {
  readonly loot: readonly Field[];
  readonly siteSecret: Buffer;
  readonly port: number;
  readonly session: Form;
  readonly token: string;
  /** Of the owner, without and with a passphrase, and of nobody. */
  readonly shared: Readonly<Record<'plain' | 'guarded' | 'anonymous', Shared>>;
}

/** How each engine calls what only the site secret seals. */
const SEALED: Readonly<Record<Engine, readonly string[]>> = {
  SQLite: ['feedback.sealed', 'outbox.label', 'outbox.sealed', 'secret.owner_copy'],
  Redis: ['feedback:entry', 'outbox:mail.label', 'outbox:mail.sealed', 'state.ownerCopy'],
};
const SESSION_ID: Readonly<Record<Engine, string>> = { SQLite: 'session.id', Redis: 'session key' };
/** What was written, typed and shared, and whom it went to. */
const WORDS = ['to whom it may concern', 'reader@example.org', 're*****@', 'a passphrase', 'of nobody', PASSWORD];
/** Where the address of an account stands in the clear: in its own row, in sign-ins and in reset links. */
const ADDRESSES: Readonly<Record<Engine, readonly string[]>> = {
  SQLite: ['customer.custid', 'reset.custid', 'session.kept'],
  Redis: ['accounts member', 'accounts:customer key', 'accounts:reset.custid', 'session'],
};

for (const engine of ENGINES) {
  test(`${engine}: the store alone opens nothing: no feedback, no mail, no list of an owner, no session, no token`, async (t) => {
    const theft = await steal(t, engine);
    const materials = [...theft.loot.map(({ bytes }) => bytes), Buffer.from('site'), Buffer.from(PASSWORD)];
    assert.deepEqual(openWith(theft.loot, materials, Buffer.alloc(0)), []);
    for (const key of Object.values(theft.shared).flatMap(({ secretKey, metadataKey }) => [secretKey, metadataKey])) {
      assert.ok(!theft.loot.some(({ bytes }) => bytes.includes(key)), 'a key stands in the store');
    }
    assert.ok(!theft.loot.some(({ bytes }) => bytes.includes(theft.token)), 'an API token stands in the store');
    const where = (words: string) => theft.loot.filter(({ bytes }) => bytes.includes(words)).map(({ name }) => name);
    assert.deepEqual(WORDS.flatMap(where), []);
    assert.deepEqual([...new Set(where('owner@example.org'))].sort(), ADDRESSES[engine]);
    const client = clientOf(t, theft);
    const ids = theft.loot.filter(({ name }) => name === SESSION_ID[engine]).map(({ bytes }) => String(bytes));
    assert.ok(ids.length > 0);
    for (const id of ids) {
      for (const value of [id, `s:${id}`, `s:${id}.`, `s:${id}.${id}`]) {
        assert.equal(await accountStatus(client, `sess=${encodeURIComponent(value)}`), 401);
      }
    }
    const hashes = theft.loot.filter(({ bytes }) => /^[\w-]{43}$/.test(bytes.toString('latin1')));
    for (const { bytes } of hashes) {
      const headers = { Authorization: `Basic ${Buffer.from(`owner@example.org:${bytes}`).toString('base64')}` };
      assert.equal((await client.ask('/api/v2/account', { headers })).status, 401, 'the hash of a token is none');
    }
  });

  test(`${engine}: with the site secret feedback, waiting mails and the owner's list open; behind a passphrase and of nobody still nothing`, async (t) => {
    const theft = await steal(t, engine);
    const { loot, siteSecret, shared } = theft;
    assert.deepEqual([...new Set(openWith(loot, [], siteSecret))].sort(), SEALED[engine]);
    const seal = createKeyRing({ siteSecret, randomBytes });
    const copies = loot.filter(({ name }) => /owner_?copy$/i.test(name));
    const ids = loot.map(({ bytes }) => bytes.toString('latin1')).filter((text) => /^[\w-]{43}$/.test(text));
    // Accounts stand in the clear: whoever can compute their tags knows which of them has shared each secret.
    const valuesOf = (name: RegExp) => loot.filter((field) => name.test(field.name)).map(({ bytes }) => String(bytes));
    const [createdAtMs] = valuesOf(/customer\.created_?at_?ms$/i).map(Number);
    const tag = ownerTags(seal)({ custid: 'owner@example.org' as CustId, createdAtMs: createdAtMs ?? 0 });
    assert.deepEqual(valuesOf(/owner_?tag$/i), [tag, tag]);
    const opened = copies.map(({ bytes }) => openUnderAny(seal, ids, bytes));
    const keys = (pairs: readonly Shared[]) => pairs.map(({ metadataKey }) => metadataKey).sort();
    assert.deepEqual(opened.map(([metadataKey]) => metadataKey).sort(), keys([shared.plain, shared.guarded]));
    // What the owner could read again, the thief of both can; not what a passphrase guards.
    const links = opened.map(([, secretKey]) => Buffer.from(secretKey));
    const contents = openWith(loot, links, siteSecret).filter((name) => /(^|\.)content$/.test(name));
    assert.equal(contents.length, 1);
  });

  test(`${engine}: with the site secret the cookie of a session that lives can be made, and of no other`, async (t) => {
    const theft = await steal(t, engine);
    const [key] = createKeyRing({ siteSecret: theft.siteSecret, randomBytes }).signingKeys('session');
    const client = clientOf(t, theft);
    const enter = (id: string, by = key) =>
      accountStatus(client, `sess=${encodeURIComponent(sessionCookieValue(id, by.toString('base64url')))}`);
    const ids = theft.loot.filter(({ name }) => name === SESSION_ID[engine]).map(({ bytes }) => String(bytes));
    assert.deepEqual(await Promise.all(ids.map((id) => enter(id))), [200]);
    assert.deepEqual([await enter(`${ids[0]}x`), await enter(String(ids[0]), randomBytes(32))], [401, 401]);
  });
}

type OwnerCopy = readonly [metadataKey: string, secretKey: string];

function openUnderAny(seal: ReturnType<typeof createKeyRing>, ids: readonly string[], sealed: Buffer): OwnerCopy {
  for (const id of ids) {
    try {
      return seal.siteSealer('owner-copy').open(id, sealed) as OwnerCopy;
    } catch {}
  }
  throw new Error('an owner copy opens under no id');
}

async function steal(t: TestContext, engine: Engine): Promise<Theft> {
  const smtp = await startSmtpServer({ manner: 'later' });
  t.after(() => smtp.stop());
  const redis = engine === 'Redis' ? await startRedisServer() : null;
  if (redis) t.after(() => redis.stop());
  const siteSecret = randomBytes(32);
  const site = { HUSHLINK_SITE_SECRET: siteSecret.toString('base64'), ...(redis && { HUSHLINK_STORE: redis.url }) };
  const server = await startServer({ env: { ...light, ...mailSettings(smtp), ...site } });
  t.after(() => server.stop());
  const lived = await live(clientOf(t, server));
  const loot = redis ? await takeRedis(redis.url) : takeSqlite(join(server.folder, 'data/hushlink.db'));
  return { ...lived, siteSecret, port: server.port, loot };
}

/** Somebody signs up and in, makes a token, shares with and without a passphrase, mails a link, writes, asks for a reset. */
async function live(client: Client) {
  await signUp(client, 'owner@example.org');
  const session = await signedIn(client, 'owner@example.org', '/feedback');
  const token = String(jsonOf(await session.call('/account/apitoken', {})).record.apitoken);
  const share = async (fields: object) => keysOf(await session.call('/secret/conceal', { kind: 'share', ...fields }));
  await session.post('/feedback', { msg: 'to whom it may concern' });
  await session.post('/forgot', { u: 'owner@example.org' });
  const shared = {
    plain: await share({ secret: 'without a passphrase', recipient: 'reader@example.org' }),
    guarded: await share({ secret: 'with a passphrase', passphrase: 'open sesame' }),
    anonymous: await client.share('of nobody'),
  };
  assert.equal(await accountStatus(client, session.cookie), 200);
  return { session, token, shared };
}

function clientOf(t: TestContext, { port }: { readonly port: number }): Client {
  const client = createClient(port, 1);
  t.after(() => client.close());
  return client;
}

async function accountStatus(client: Client, cookie: string): Promise<number> {
  return (await client.ask('/api/v2/account', { headers: { Cookie: cookie } })).status;
}
