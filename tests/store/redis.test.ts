import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import { ATTEMPT_LIFE_MS } from '#src/features/accounts/attempt-store.ts';
import { KEYS } from '#src/store/redis/keys.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { SEEN_LIFE_MS } from '#src/store/redis/session-store.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { untilSo } from '../support/until-so.ts';
import { HOUR_MS, sampleCustomer, sampleReset } from './account-sample.ts';
import { accountStoreContract } from './account-store.contract.ts';
import { attemptStoreContract } from './attempt-store.contract.ts';
import { raceRandomSteps } from './race.ts';
import { livesInRedis } from './redis-lives.ts';
import { LIFE_MS, POLICY, RIGHT, START_MS, sample } from './sealed-sample.ts';
import { secretStoreContract } from './secret-store.contract.ts';

const server = await startRedisServer();
const warnings: string[] = [];
const open = (url = server.url) =>
  openRedisStore({ url, policy: POLICY, onError: () => {}, onWarning: (warning) => warnings.push(warning) });
const [store, secondConnection] = [await open(), await open()];
after(async () => {
  await Promise.all([store.close(), secondConnection.close()]);
  await server.stop();
});

secretStoreContract('redis', () => store.secrets);
livesInRedis('redis', () => store.secrets, ask);
accountStoreContract('redis', () => store.accounts);
attemptStoreContract('redis', () => store.attempts);

test('redis: whatever races, over two connections, one order explains every answer', async () => {
  await raceRandomSteps([store.secrets, secondConnection.secrets], 2000);
});

test('redis: the lists that secrets are counted by last as long as the secrets and their records', async () => {
  const { secret, metadata } = sample();
  await store.secrets.put(secret, metadata);
  const ttl = async (key: string) => Number(await ask('PTTL', key));
  assert.ok((await ttl('hushlink:{tally}:live')) > LIFE_MS - 60_000);
  assert.ok((await ttl('hushlink:{tally}:records')) > 2 * LIFE_MS - 60_000);
});

test('redis: a claim deletes content and copy in the same step and leaves only the state', async () => {
  const { secret, metadata } = sample();
  await store.secrets.put(secret, metadata);
  await store.secrets.claim(secret.id, { proofHash: RIGHT, claimantHash: null }, START_MS);
  assert.equal(Number(await ask('EXISTS', `{${secret.id}}:content`, `{${secret.id}}:sender`)), 0);
  assert.equal(Number(await ask('EXISTS', `{${secret.id}}:state`)), 1);
});

test('redis: a secret whose content Redis has let go before its time is gone, and not told as read', async () => {
  const { secret, metadata } = sample({ hasPassphrase: false });
  await store.secrets.put(secret, metadata);
  await ask('DEL', `{${secret.id}}:content`);
  const attempt = { proofHash: RIGHT, claimantHash: null };
  assert.equal(await store.secrets.claimAtOnce(secret.id, attempt, secret.siteKeyId, START_MS), null);
  assert.deepEqual(await store.secrets.claim(secret.id, attempt, START_MS), { kind: 'gone' });
  assert.deepEqual(await store.secrets.burn(secret.id, attempt, 'sender', START_MS), { kind: 'gone' });
  assert.equal((await store.secrets.look(secret.id, START_MS))?.life, 'live');
});

test('redis: reset keys and counts of tries have a time to live, customers have none', async () => {
  const customer = sampleCustomer();
  const reset = sampleReset(customer.custid);
  await store.accounts.create(customer);
  await store.accounts.keepReset(reset);
  await store.attempts.begin([{ name: 'x', freeTries: 1, tries: 2 }], { firstDelayMs: 1, maxDelayMs: 1 }, START_MS);
  const ttl = async (key: string) => Number(await ask('PTTL', key));
  const near = (found: number, expected: number) => found > expected - 60_000 && found <= expected;
  assert.ok(near(await ttl(`hushlink:{accounts}:reset:${reset.id}`), HOUR_MS));
  assert.ok(near(await ttl('hushlink:{attempts}:x'), ATTEMPT_LIFE_MS + CLOCK_SKEW_MS));
  assert.equal(await ttl(`hushlink:{accounts}:customer:${customer.custid}`), -1);
});

test('redis: a session and its place among those in use last as long as they count', async () => {
  const { rows, renew } = store.sessions;
  for (const [id, seenAtMs] of [
    ['seen-long-ago', START_MS],
    ['seen-now', START_MS + SEEN_LIFE_MS],
  ] as const) {
    const times = { seenAtMs, expiresAtMs: seenAtMs + HOUR_MS };
    const facts = { custid: sampleCustomer().custid, epoch: 1, isRemembered: false, ...times };
    const kept = { cookie: { originalMaxAge: null }, facts };
    await new Promise<void>((resolve, reject) => rows.set(id, kept, (error) => (error ? reject(error) : resolve())));
    await renew(id, kept);
  }
  assert.deepEqual(await ask('ZRANGE', KEYS.sessionsSeen, '0', '-1'), ['seen-now']);
  for (const key of [KEYS.sessionsSeen, KEYS.session('seen-now')]) {
    const leftMs = Number(await ask('PTTL', key));
    assert.ok(leftMs > HOUR_MS - 60_000 && leftMs <= HOUR_MS, `${key} ${leftMs}`);
  }
});

test('redis: a sign-up is written whether the account is new, waits or is in use', async () => {
  const changes = async () =>
    Number(/rdb_changes_since_last_save:(\d+)/.exec(String(await ask('INFO', 'persistence')))?.[1]);
  const customer = sampleCustomer({ isVerified: false });
  for (const expected of ['created', 'renewed', 'known']) {
    const before = await changes();
    assert.equal(await store.accounts.register(customer, 'another hash'), expected);
    assert.ok((await changes()) > before, expected);
    if (expected === 'renewed') await store.accounts.verify(customer.custid, { isMailProven: true, epoch: null });
  }
});

test('redis: scripts that the server has forgotten are sent again', async () => {
  const { secret, metadata } = sample();
  await store.secrets.put(secret, metadata);
  await ask('SCRIPT', 'FLUSH');
  assert.equal(
    (await store.secrets.claim(secret.id, { proofHash: RIGHT, claimantHash: null }, START_MS)).kind,
    'claimed',
  );
});

test('redis: a policy that evicts is warned of, noeviction is not', async () => {
  assert.deepEqual(warnings, []);
  await ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  const warned = await open();
  await warned.close();
  await ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /allkeys-lru.*an evicted secret is a lost secret; hint: set it to noeviction/);
});

test('redis: a provider that allows no CONFIG is not warned of for that', async () => {
  await ask('ACL', 'SETUSER', 'hosted', 'on', '>pw', '~*', '&*', '+@all', '-config');
  const [before, hosted] = [warnings.length, await open(`redis://hosted:pw@127.0.0.1:${server.port}`)];
  await hosted.close();
  assert.equal(warnings.length, before);
});

test('redis: an address where nothing answers stops the start instead of waiting for ever', async () => {
  await assert.rejects(open('redis://127.0.0.1:1'), { name: 'StoreUnavailable' });
});

test('redis: while it is away every verb fails at once as unchanged, and works again when it is back', async (t) => {
  const own = await startRedisServer({ appendfsync: 'no' });
  t.after(() => own.stop());
  const away = await open(own.url);
  t.after(() => away.close());
  const { secret, metadata } = sample();
  await away.secrets.put(secret, metadata);
  process.kill(own.pid, 'SIGSTOP');
  const underWay = [away.secrets.look(secret.id, START_MS), away.secrets.markViewed(secret.id, START_MS)].map(
    failureOf,
  );
  await own.kill('SIGKILL');
  const failures = await Promise.all(underWay);
  assert.deepEqual(
    failures.map((failure) => failure?.isUnchanged),
    [true, false],
    'a look changes nothing, whether it was done or not',
  );
  await untilSo(
    'it is away',
    async () => (await failureOf(away.secrets.look(secret.id, START_MS)))?.isUnchanged === true,
  );
  await own.restart();
  await untilSo('it is back', async () => (await failureOf(away.site.ping())) === null);
  assert.equal((await away.secrets.look(secret.id, START_MS))?.life, 'live');
});

async function failureOf(asked: Promise<unknown>): Promise<{ isUnchanged?: boolean } | null> {
  return asked.then(
    () => null,
    (error) => error,
  );
}

async function ask(...command: string[]): Promise<unknown> {
  const { createClient } = await import('redis');
  const client = await createClient({ url: server.url }).connect();
  try {
    return await client.sendCommand(command);
  } finally {
    await client.close();
  }
}
