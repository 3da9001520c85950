import { join } from 'node:path';
import { type RedisServer, startRedisServer } from '../../tests/support/redis-server.ts';
import { temporaryFolder } from '../../tests/support/temp.ts';
import { get } from '../load/request.ts';
import { makeSecrets } from '../load/tasks.ts';
import { openRawRedis } from '../references/raw-redis.ts';
import { openRawSqlite } from '../references/raw-sqlite.ts';
import { type RawStore, rawSubject } from '../references/raw-store.ts';
import { sampleRows } from '../references/sample-rows.ts';
import { startBare, startSealing } from '../references/start-bare.ts';
import { type BenchCustomer, signUpCustomer } from '../site/customer.ts';
import { COUNTED, PATIENT, UNCOUNTED } from '../site/settings.ts';
import { type OwnSite, type Site, startSite } from '../site/site.ts';
import type { Subject } from './row.ts';

/** One engine with everything that is measured on it. */
export interface Engine {
  /** As rows name it. */
  readonly name: string;
  readonly site: OwnSite;
  /** The same engine, on Redis the same store, asked without counting. */
  readonly uncounted: Site;
  /** The store's own part of a create. */
  readonly raw: Subject;
  /** An Express that does with this engine what nobody can do without. */
  readonly sealing: Site;
  readonly me: BenchCustomer;
  /** Of secrets that wait, for whoever looks at them. */
  readonly waitingKeys: readonly string[];
}

export interface Stage {
  readonly engines: readonly Engine[];
  readonly withPlans: Site;
  readonly express: Site;
  readonly http: Site;
  /** Of the pages that strings stand beside, by path. */
  readonly pageBytes: ReadonlyMap<string, number>;
  readonly secretPageBytes: number;
}

export const PUBLIC_PATHS = ['/pricing', '/info/terms', '/translations'] as const;

const WAITING = 1000;
const WAITING_TTL_SECONDS = 86_400;
const RECENTS = 100;

/** Both engines, the bare servers, and what has to be there before anything is asked. `after` runs in the opposite order. */
export async function openStage(after: (run: () => unknown) => void): Promise<Stage> {
  const closing = async <Closed extends { stop(): unknown }>(started: Promise<Closed>): Promise<Closed> => {
    const closed = await started;
    after(() => closed.stop());
    return closed;
  };
  const redis = await closing(startRedisServer({ appendfsync: 'everysec' }));
  const engines = [await openSqlite(closing, after), await openRedis(closing, after, redis)];
  const withPlans = await closing(startSite({ env: { ...COUNTED, HUSHLINK_PLANS_ENABLED: 'true' } }));
  const [first] = engines;
  const pageBytes = await measurePages(first?.site.url ?? '', withPlans.url);
  const secretPageBytes = await bytesOf(`${first?.site.url}/secret/${first?.waitingKeys[0]}`);
  const lengths = [...pageBytes.values(), secretPageBytes];
  const express = await closing(startBare('express', lengths));
  const http = await closing(startBare('node:http', lengths));
  return { engines, withPlans, express, http, pageBytes, secretPageBytes };
}

type Closing = <Closed extends { stop(): unknown }>(started: Promise<Closed>) => Promise<Closed>;

async function openSqlite(closing: Closing, after: (run: () => unknown) => void): Promise<Engine> {
  const site = await closing(startSite({ env: { ...COUNTED, ...PATIENT } }));
  const uncounted = await closing(startSite({ env: { ...UNCOUNTED, ...PATIENT } }));
  const folder = temporaryFolder({ after });
  const sealing = await closing(startSealing(join(folder, 'sealing.db')));
  const raw = openRawSqlite(join(folder, 'raw.db'));
  return prepare({ name: 'SQLite FULL', site, uncounted, sealing }, raw, after);
}

async function openRedis(closing: Closing, after: (run: () => unknown) => void, redis: RedisServer): Promise<Engine> {
  const site = await closing(startSite({ redis, env: { ...COUNTED, ...PATIENT } }));
  const uncounted = await closing(startSite({ redis, env: { ...UNCOUNTED, ...PATIENT } }));
  const sealing = await closing(startSealing(redis));
  return prepare({ name: 'Redis', site, uncounted, sealing }, await openRawRedis(redis.port, redis.pid), after);
}

async function prepare(
  engine: Pick<Engine, 'name' | 'site' | 'uncounted' | 'sealing'>,
  raw: RawStore,
  after: (run: () => unknown) => void,
): Promise<Engine> {
  after(() => raw.close());
  const me = await signUpCustomer(engine.site.url, RECENTS);
  const waitingKeys = await makeSecrets(engine.site.port, WAITING, WAITING_TTL_SECONDS);
  return { ...engine, raw: rawSubject(raw, sampleRows(Date.now())), me, waitingKeys };
}

async function measurePages(url: string, withPlansUrl: string): Promise<Map<string, number>> {
  const addresses = [['/', url] as const, ...PUBLIC_PATHS.map((path) => [path, withPlansUrl] as const)];
  return new Map(
    await Promise.all(addresses.map(async ([path, at]) => [path, await bytesOf(at + path)] as [string, number])),
  );
}

async function bytesOf(url: string): Promise<number> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}

/** The string that a page of this length stands beside. */
export function stringRequest(bytes: number): string {
  return get(`/string/${bytes}`);
}
