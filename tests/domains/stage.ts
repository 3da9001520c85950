import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after } from 'node:test';
import { createClient } from 'redis';
import { composeDomainWatch, composeMonitor, type DomainWatch } from '#src/compose/domain-watch.ts';
import { composeDomainService } from '#src/compose/domains.ts';
import { createKeyRing, type KeyRing } from '#src/crypto/key-ring.ts';
import type { AccountStore } from '#src/features/accounts/account-store.ts';
import type { Owner } from '#src/features/accounts/customer.ts';
import type { Monitor } from '#src/features/domains/domain-monitor.ts';
import type { DomainService } from '#src/features/domains/domain-service.ts';
import type { DomainStore } from '#src/features/domains/domain-store.ts';
import { createLog } from '#src/log/log.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { readConfig } from '../support/app.ts';
import { makeAuthority, makeCertificate } from '../support/certificate.ts';
import { createClock, type TestClock } from '../support/clock.ts';
import type { DnsRecord } from '../support/dns-message.ts';
import { type DnsResponder, fromTable, startDnsResponder } from '../support/dns-responder.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { createTestTimers, type TestTimers } from './test-timers.ts';

export const SITE = 'hush.example.org';
export const NAME = 'secrets.example.com';
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

export const authority = makeAuthority();
/** For any name, of an authority that the stage trusts. */
export const certificateFor = (name: string) => makeCertificate({ issuer: authority, commonName: 'x', names: [name] });

/** Opens a store with nothing in it, for one test. */
export type OpenEmpty = (t: Cleanup) => Promise<Store>;

/** Both stores, real, for the tests of one file; a test that opens one has it for itself. */
export async function bothEngines(): Promise<readonly (readonly [engine: string, open: OpenEmpty])[]> {
  const server = await startRedisServer();
  after(() => server.stop());
  const openRedis: OpenEmpty = async (t) => {
    const client = createClient({ url: server.url });
    await client.connect();
    await client.flushAll();
    client.destroy();
    const store = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
    t.after(() => store.close());
    return store;
  };
  return [
    ['sqlite', openSqlite],
    ['redis', openRedis],
  ];
}

export const openSqlite: OpenEmpty = async (t) => {
  const path = join(temporaryFolder(t), 'store.db');
  const onSweepError = (error: unknown) => assert.fail(String(error));
  const store = openSqliteStore({ path, policy: POLICY, now: () => Date.now(), onSweepError });
  t.after(() => store.close());
  return store;
};

export interface DomainStage {
  readonly clock: TestClock;
  readonly domains: DomainStore;
  readonly accounts: AccountStore;
  readonly seal: KeyRing;
  readonly service: DomainService;
  readonly watch: DomainWatch;
  readonly responder: DnsResponder;
  /** What DNS has; may be changed at any time. */
  readonly records: DnsRecord[];
  /** Lines of the log. */
  readonly logged: string[];
  /** The service of another process on the same store. */
  anotherService(): DomainService;
  /** The monitor of another process on the same store; stopped with the test. */
  anotherMonitor(): { monitor: Monitor; timers: TestTimers };
  /** Writes or takes away the TXT record that proves a name for an owner. */
  prove(owner: Owner, name?: string): Promise<void>;
  unprove(owner: Owner, name?: string): Promise<void>;
}

/** Domains on a store and a clock of their own; DNS is a responder that answers from a table. */
export async function setStage(
  t: Cleanup,
  store: Store,
  env: Readonly<Record<string, string>> = {},
  seal: KeyRing = createKeyRing({ siteSecret: randomBytes(32), randomBytes }),
): Promise<DomainStage> {
  const [clock, records, logged] = [createClock(), [] as DnsRecord[], [] as string[]];
  const responder = await startDnsResponder(
    t,
    fromTable(() => records),
  );
  const config = readConfig({
    ...{ HUSHLINK_DATA: temporaryFolder(t), HUSHLINK_SITE_HOST: SITE, HUSHLINK_DOMAINS_ENABLED: 'true' },
    ...{ HUSHLINK_DOMAINS_RESOLVERS: responder.address, HUSHLINK_DOMAINS_DNS_TIMEOUT: '30', ...env },
  });
  const shared = {
    ...{ config, store, now: clock.now, ca: authority.cert, randomBytes: (size: number) => randomBytes(size) },
    seal,
    log: createLog({ level: 'info', destination: { write: (line) => void logged.push(line) } }),
  };
  const anotherService = () => composeDomainService(shared) ?? assert.fail('no domains');
  const service = anotherService();
  const proofOf = async (owner: Owner, name: string): Promise<DnsRecord> => {
    const domain = (await service.find(owner, name)) ?? assert.fail(`no ${name}`);
    return { name: `_hush-challenge.${domain.name}`, type: 'TXT', data: [service.proofOf(domain)] };
  };
  return {
    ...{ clock, records, logged, responder, service, anotherService, domains: store.domains },
    ...{ accounts: store.accounts, seal },
    watch: composeDomainWatch(shared) ?? assert.fail('no domains'),
    anotherMonitor: () => {
      const timers = createTestTimers();
      const monitor = composeMonitor({ ...shared, timers }) ?? assert.fail('no domains');
      t.after(() => monitor.stop(0));
      return { monitor, timers };
    },
    prove: async (owner, name = NAME) => void records.push(await proofOf(owner, name)),
    unprove: async (owner, name = NAME) => {
      const { data } = await proofOf(owner, name);
      const at = records.findIndex((record) => String(record.data) === String(data));
      assert.ok(at >= 0);
      records.splice(at, 1);
    },
  };
}

/** Somebody with an account on this site; under the address of `before` if it is an account made anew. */
export async function newOwner({ accounts }: Pick<DomainStage, 'accounts'>, before?: Owner): Promise<Owner> {
  if (before !== undefined) await accounts.destroy(before.custid, null);
  const owner = before === undefined ? {} : { custid: before.custid, createdAtMs: before.createdAtMs + 1 };
  const customer = sampleCustomer(owner);
  assert.ok(await accounts.create(customer));
  return { custid: customer.custid, createdAtMs: customer.createdAtMs };
}

/** Adds a name for a fresh owner and lets the 30 seconds pass. */
export async function addAndWait(stage: DomainStage, name = NAME): Promise<Owner> {
  const owner = await newOwner(stage);
  const added = await stage.service.add(owner, name);
  assert.ok(added.ok);
  stage.clock.advance(30_000);
  return owner;
}
