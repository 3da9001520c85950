import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownerTags } from '#src/compose/secrets.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { DomainId, DomainName } from '#src/features/domains/domain.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { type Client, createClient, jsonOf } from '../durability/client.ts';
import { type Form, signedIn, signUp } from '../security/stores.ts';
import type { DnsRecord } from '../support/dns-message.ts';
import { fromTable, startDnsResponder } from '../support/dns-responder.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer } from '../support/server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

const HOST = 'hush.example';
const ROUNDS = 20;
const POLICY = { tries: 1, firstDelayMs: 0, maxDelayMs: 0, maxLockMs: 0 };
/** A check may be asked for half a minute after a domain was added: these were added before. */
const DAY_MS = 86_400_000;
const ADDED_AGO_MS = 60_000;

type Engine = 'SQLite' | 'Redis';

interface Stage {
  /** Of two servers on one store. */
  readonly clients: readonly [Client, Client];
  readonly store: Store;
  readonly records: DnsRecord[];
  readonly tagOf: (address: string) => Promise<string>;
}

for (const engine of ['SQLite', 'Redis'] as const) {
  test(`${engine}: of two customers who prove one domain at the same moment on two servers exactly one has it, and both servers know`, async (t) => {
    const stage = await openStage(t, engine);
    const { clients } = stage;
    const people = [
      await signUpOn(clients[0], 'first@example.org'),
      await signUpOn(clients[1], 'second@example.org'),
    ] as const;
    const won = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `race${round}.example.com`;
      for (const { address } of people) await addLongAgo(stage, name, address);
      for (const one of people) stage.records.push(await proofFor(one, name));
      const answers = await Promise.all(people.map(({ form }) => form.call(`/account/domains/${name}/verify`, {})));
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), [200, 409], name);
      const winner = statuses.indexOf(200);
      won[winner] = (won[winner] ?? 0) + 1;
      assert.equal(jsonOf(answers[winner]!).record.verified, true);
      assert.equal(jsonOf(answers[1 - winner]!).error_type, 'DomainTaken');
      for (const client of clients) {
        assert.equal((await client.ask('/', { headers: { Host: name } })).status, 200);
      }
    }
    t.diagnostic(`won: ${won}`);
  });
}

test('what was proven on one server is served by the other at once, and gone from both when it is removed', async (t) => {
  const stage = await openStage(t, 'SQLite');
  const [here, there] = stage.clients;
  const owner = await signUpOn(here, 'owner@example.org');
  await addLongAgo(stage, 'shared.example.com', owner.address);
  const statusOn = async (client: Client) =>
    (await client.ask('/', { headers: { Host: 'shared.example.com' } })).status;
  assert.deepEqual([await statusOn(here), await statusOn(there)], [421, 421]);
  stage.records.push(await proofFor(owner, 'shared.example.com'));
  assert.equal((await owner.form.call('/account/domains/shared.example.com/verify', {})).status, 200);
  assert.deepEqual([await statusOn(here), await statusOn(there)], [200, 200]);
  assert.equal((await owner.form.call('/account/domains/shared.example.com/remove', {})).status, 200);
  assert.deepEqual([await statusOn(here), await statusOn(there)], [421, 421]);
});

async function openStage(t: Cleanup, engine: Engine): Promise<Stage> {
  const records: DnsRecord[] = [];
  const dns = await startDnsResponder(
    t,
    fromTable(() => records),
  );
  const folder = temporaryFolder(t);
  // What stands on the store ends before it.
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.reverse()) await end();
  });
  const redis = engine === 'Redis' ? await startRedisServer() : null;
  if (redis) ends.push(() => redis.stop());
  const siteSecret = randomBytes(32);
  const env = {
    ...{ HUSHLINK_SITE_HOST: HOST, HUSHLINK_DOMAINS_ENABLED: 'true', HUSHLINK_DOMAINS_RESOLVERS: dns.address },
    // Nothing is asked for a certificate.
    ...{ HUSHLINK_SITE_SCHEME: 'http', HUSHLINK_LOG_LEVEL: 'warn' },
    HUSHLINK_SITE_SECRET: siteSecret.toString('base64'),
    ...(redis && { HUSHLINK_STORE: redis.url }),
  };
  const open = async () => {
    const server = await startServer({ env, folder });
    ends.push(() => server.stop());
    const client = createClient(server.port, 4, HOST);
    ends.push(() => client.close());
    return client;
  };
  const clients = [await open(), await open()] as const;
  const store = await openBeside(engine, redis?.url ?? join(folder, 'data/hushlink.db'));
  ends.push(() => store.close());
  const seal = createKeyRing({ siteSecret, randomBytes });
  const tagOf = async (address: string) => ownerTags(seal)((await store.accounts.find(address as CustId))!);
  return { clients, store, records, tagOf };
}

async function openBeside(engine: Engine, where: string): Promise<Store> {
  const unexpected = (error: unknown) => assert.fail(String(error));
  if (engine === 'Redis') {
    return openRedisStore({ url: where, policy: POLICY, onError: unexpected, onWarning: assert.fail });
  }
  return openSqliteStore({ path: where, policy: POLICY, now: () => Date.now(), onSweepError: unexpected });
}

async function signUpOn(client: Client, address: string): Promise<{ address: string; form: Form; client: Client }> {
  await signUp(client, address);
  return { address, client, form: await signedIn(client, address, '/dashboard') };
}

async function addLongAgo({ store, tagOf }: Stage, name: string, address: string): Promise<void> {
  const createdAtMs = Date.now() - ADDED_AGO_MS;
  const id = randomBytes(10).toString('hex') as DomainId;
  // The monitor is to look at it long after the test; a look that is more than thirty days away it believes to be due.
  const firstLookAtMs = Date.now() + 20 * DAY_MS;
  const record = { id, name: name as DomainName, ownerTag: await tagOf(address), createdAtMs, firstLookAtMs };
  assert.equal((await store.domains.add(record, 100)).kind, 'added');
}

/** The record that the instructions ask this customer for. */
async function proofFor({ client, form }: { client: Client; form: Form }, name: string): Promise<DnsRecord> {
  const headers = { Cookie: form.cookie };
  const { record } = jsonOf(await client.ask(`/api/v2/account/domains/${name}`, { headers }));
  return {
    name: `${record.txt_validation_host}.${record.base_domain}`,
    type: 'TXT',
    data: record.txt_validation_value,
  };
}
