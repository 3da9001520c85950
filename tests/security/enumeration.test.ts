import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createClient } from 'redis';
import type { CustId } from '#src/features/accounts/customer.ts';
import { KEYS } from '#src/store/redis/keys.ts';
import type { Answer } from '../durability/client.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { noting } from './noting.ts';
import { ENGINES, type Engine, type Form, openForm, openSite, PASSWORD, type Site, signUp } from './stores.ts';

const STRANGERS = 'the password of a stranger';

/** A way to ask whether somebody has an account here, without saying so. */
interface Probe {
  readonly name: string;
  /** The page whose form is sent. */
  readonly page: string;
  send(form: Form, address: string): Promise<Answer>;
  /** In the order in which they are written. */
  readonly writes: readonly string[];
}

const probes: readonly Probe[] = [
  {
    name: 'signing in with a wrong password',
    page: '/signin',
    send: (form, address) => form.post('/signin', { u: address, p: 'a wrong password' }),
    writes: ['attempts.begin', 'attempts.begin', 'secrets.put', 'outbox.put'],
  },
  {
    name: 'signing up',
    page: '/signup',
    send: (form, address) => form.post('/signup', { u: address, p: PASSWORD, agree: 'on' }),
    writes: ['attempts.begin', 'accounts.register', 'secrets.put', 'accounts.keepReset', 'outbox.put'],
  },
  {
    name: 'asking for a new password',
    page: '/forgot',
    send: (form, address) => form.post('/forgot', { u: address }),
    writes: ['attempts.begin', 'accounts.keepReset', 'outbox.put'],
  },
  {
    name: 'an API call with a wrong token',
    page: '/signin',
    send: async (form, address) => form.call('/account', {}, basic(address, 'a wrong token')),
    writes: [],
  },
  {
    name: 'signing up with a password of one’s own, and in with it',
    page: '/signup',
    send: async (form, address) => {
      await form.post('/signup', { u: address, p: STRANGERS, agree: 'on' });
      return form.post('/signin', { u: address, p: STRANGERS });
    },
    writes: [
      ...['attempts.begin', 'accounts.register', 'secrets.put', 'accounts.keepReset', 'outbox.put'],
      ...['attempts.begin', 'attempts.begin', 'secrets.put', 'outbox.put'],
    ],
  },
];

/** Addresses of one length, as like each other as can be. */
const people = { verified: 'aaaa@example.org', withToken: 'bbbb@example.org', waiting: 'cccc@example.org' };
const nobody = 'dddd@example.org';

for (const engine of ENGINES) {
  test(`${engine}: whether somebody has an account shows in no status, header, word or write of any form`, async (t) => {
    const { site, written } = await openPeopled(t, engine);
    for (const probe of probes) {
      const { answer: unknown, writes } = await probed(site, written, probe, nobody);
      assert.deepEqual(writes, probe.writes, probe.name);
      for (const [kind, address] of Object.entries(people)) {
        const known = await probed(site, written, probe, address);
        assert.deepEqual(known.answer, unknown, `${probe.name}, ${kind}`);
        assert.deepEqual(known.writes, writes, `${probe.name}, ${kind}`);
      }
    }
  });

  test(`${engine}: every further try is answered the same, until both must wait the same time`, async (t) => {
    const { site, written } = await openPeopled(t, engine);
    for (const probe of probes.filter(({ writes }) => writes.length > 0)) {
      for (let tries = 0; tries < 5; tries += 1) {
        const [known, unknown] = [
          await probed(site, written, probe, people.verified),
          await probed(site, written, probe, nobody),
        ];
        assert.deepEqual(known, unknown, `${probe.name}, try ${tries}`);
      }
    }
  });

  test(`${engine}: what is kept of a request for a new password looks the same for somebody and nobody`, async (t) => {
    const { site, written } = await openPeopled(t, engine);
    const [, , forgot] = probes;
    assert.ok(forgot);
    const shapes = [];
    for (const address of [people.verified, nobody]) {
      const before = await sizesIn(site);
      await probed(site, written, forgot, address);
      shapes.push(difference(await sizesIn(site), before));
    }
    assert.ok(Object.keys(shapes[0] ?? {}).length > 0);
    assert.deepEqual(shapes[1], shapes[0]);
  });
}

interface Peopled {
  readonly site: Site;
  readonly written: string[];
}

/** A site with mail and verification, a customer in use, one with an API token, and one who has only signed up. */
async function openPeopled(t: TestContext, engine: Engine): Promise<Peopled> {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const written: string[] = [];
  const site = await openSite(t, engine, { mailServer, around: (store) => noting(store, written) });
  for (const address of Object.values(people)) await signUp(site.client, address);
  const { accounts } = site.store;
  for (const address of [people.verified, people.withToken]) {
    await accounts.verify(address as CustId, { isMailProven: true, epoch: null });
  }
  const epoch = (await accounts.find(people.withToken as CustId))?.epoch ?? 0;
  await accounts.setApiToken(people.withToken as CustId, { hash: randomBytes(32).toString('base64url'), epoch });
  // What was counted while they signed up is forgotten by then.
  site.clock.advance(86_400_000);
  return { site, written };
}

async function probed({ client }: Site, written: string[], probe: Probe, address: string) {
  const form = await openForm(client, probe.page);
  written.length = 0;
  const answer = await probe.send(form, address);
  return { answer: masked(answer, address), writes: [...written] };
}

/** Without what differs by chance from answer to answer. */
function masked({ status, headers, body }: Answer, address: string) {
  const { 'x-request-id': requestId, date, ...rest } = headers;
  assert.match(String(requestId), /^[0-9a-f-]{36}$/);
  assert.ok(date);
  const text = body
    .toString()
    .replaceAll(/[0-9a-z]{8}\.[\w-]{43}/g, 'TOKEN')
    .replaceAll(address, 'ADDRESS');
  return { status, headers: rest, body: text };
}

type Sizes = Readonly<Record<string, number>>;

/** How many rows of which size there are, by table; in Redis keys by kind. */
async function sizesIn(site: Site): Promise<Sizes> {
  return site.redisUrl === null ? sizesInSqlite(join(site.folder, 'hushlink.db')) : sizesInRedis(site.redisUrl);
}

function sizesInSqlite(path: string): Sizes {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const outbox = database.prepare('SELECT id, length(id) + length(sealed) AS bytes FROM outbox').all();
    const resets = database.prepare('SELECT id, length(id) AS bytes FROM reset').all();
    return tally([
      ...outbox.map(({ bytes }) => `outbox of ${bytes}`),
      ...resets.map(({ bytes }) => `reset of ${bytes}`),
    ]);
  } finally {
    database.close();
  }
}

async function sizesInRedis(url: string): Promise<Sizes> {
  const client = createClient({ url });
  await client.connect();
  try {
    const mails = (await client.keys('*')).filter((key) => key.startsWith('hushlink:{outbox}:mail:'));
    const lengths = await Promise.all(mails.map((key) => client.hStrLen(key, 'sealed')));
    const resets = (await client.keys('*')).filter((key) => key.startsWith(KEYS.reset('')));
    return tally([...lengths.map((bytes) => `outbox of ${bytes}`), ...resets.map(() => 'reset')]);
  } finally {
    client.destroy();
  }
}

function tally(names: readonly string[]): Sizes {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function difference(after: Sizes, before: Sizes): Sizes {
  const changed = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(changed.filter(([, count]) => count !== 0));
}

function basic(name: string, password: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}
