import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CustId, Customer } from '#src/features/accounts/customer.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { mailSettings } from '../../tests/support/app.ts';
import { startChild } from '../../tests/support/children.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { LIGHT_PASSWORDS } from '../../tests/support/light-passwords.ts';
import { startRedisServer } from '../../tests/support/redis-server.ts';
import { startServer } from '../../tests/support/server.ts';
import type { Cleanup } from '../../tests/support/temp.ts';
import { type Connection, openConnection } from '../load/connection.ts';
import { shuffled } from '../load/shuffled.ts';
import { type Comparison, compare } from '../report/welch.ts';

/** Lets the server finish what it does after an answer. */
const PAUSE_MS = 4;
const WARM_UP = 50;

/** Counted as always, but nobody waits. */
const PATIENT = { HUSHLINK_AUTHENTICATION_FIRST_DELAY: '0', HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '100000' };

const NEXT = 'GET /api/v2/version HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** Of passphrases, which nobody tries here. */
const policy = { tries: 1, firstDelayMs: 0, maxDelayMs: 0, maxLockMs: 0 };

interface Post {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly status: number;
}

interface Probe extends Post {
  readonly name: string;
  /** Sent for the same address before, and not measured. */
  readonly first?: Post;
  /** Whether argon2 runs. */
  readonly isHard: boolean;
  /** Measures how long the server keeps the next one waiting, instead of the answer itself. */
  readonly isNext?: boolean;
}

const SIGN_UP = { path: '/signup', fields: { p: 'correct horse battery', agree: 'on' }, status: 303 };
const FORGOT = { path: '/forgot', fields: {}, status: 303 };
const probes: readonly Probe[] = [
  { name: 'sign-in, wrong password', path: '/signin', fields: { p: 'wrong password' }, status: 422, isHard: true },
  {
    ...{ name: 'sign-in, with the password of a sign-up just before', path: '/signin', first: SIGN_UP },
    ...{ fields: { p: SIGN_UP.fields.p }, status: 422, isHard: false },
  },
  { name: 'sign-up', ...SIGN_UP, isHard: true },
  { name: 'reset request', ...FORGOT, isHard: false },
  { name: 'next answer after a sign-up', ...SIGN_UP, isHard: false, isNext: true },
  { name: 'next answer after a reset request', ...FORGOT, isHard: false, isNext: true },
];

export interface AccountTiming extends Comparison {
  readonly name: string;
  readonly engine: string;
  readonly argon2: string;
  readonly calls: number;
}

interface Bench {
  readonly engine: string;
  readonly port: number;
  readonly store: Store;
}

export interface AccountTimingOptions {
  /** On each side: somebody, nobody. */
  readonly calls: number;
  /** The same where each call takes a tenth of a second. */
  readonly hardCalls: number;
  /** A part of the names of what is to be measured; '' is all. */
  readonly only: string;
  /** Called with each as soon as it is there. */
  readonly onTiming: (timing: AccountTiming) => void;
}

/** Every way to ask for an address, with an account and without one, on both stores. */
export async function timeAccounts(t: Cleanup, options: AccountTimingOptions): Promise<readonly AccountTiming[]> {
  const timings: AccountTiming[] = [];
  const wanted = probes.filter(({ name }) => name.includes(options.only));
  const keep = (timing: AccountTiming) => {
    timings.push(timing);
    options.onTiming(timing);
  };
  const mail = await startMailServer(t);
  for (const engine of ['SQLite', 'Redis']) {
    const light = await openBench(t, engine, { ...mail, ...LIGHT_PASSWORDS });
    for (const probe of wanted) keep(await measure(light, probe, options.calls, 'light'));
    const hard = await openBench(t, engine, mail);
    for (const probe of wanted.filter(({ isHard }) => isHard))
      keep(await measure(hard, probe, options.hardCalls, 'default'));
  }
  return timings;
}

/** Somebody and nobody in random order, each address once, one after the other on one connection. */
async function measure(bench: Bench, probe: Probe, calls: number, argon2: string): Promise<AccountTiming> {
  const mark = randomBytes(3).toString('hex');
  const name = (kind: string, at: number) => `${kind}-${mark}-${String(at).padStart(6, '0')}@example.org`;
  for (let at = 0; at < calls + WARM_UP; at += 1) await bench.store.accounts.create(customer(name('a', at), argon2));
  const form = await openForm(bench);
  // Only now: the server would have closed one that was idle until here.
  const connection = await openConnection(bench.port);
  const times: Record<'a' | 'b', number[]> = { a: [], b: [] };
  const order = shuffled(Array.from({ length: 2 * (calls + WARM_UP) }, (_, at) => (at % 2 === 0 ? 'a' : 'b')));
  const used = { a: 0, b: 0 };
  for (const [turn, side] of order.entries()) {
    const address = name(side, used[side]);
    if (probe.first) await connection.ask(form(probe.first, address), probe.first.status);
    const ms = await timed(connection, probe, form(probe, address));
    used[side] += 1;
    if (turn >= 2 * WARM_UP) times[side].push(ms);
    await pause(PAUSE_MS);
  }
  connection.close();
  return { ...compare(times.a, times.b), name: probe.name, engine: bench.engine, argon2, calls: 2 * calls };
}

async function timed(connection: Connection, probe: Probe, request: string): Promise<number> {
  const startedMs = performance.now();
  await connection.ask(request, probe.status);
  if (!probe.isNext) return performance.now() - startedMs;
  const nextMs = performance.now();
  for (let next = 0; next < 5; next += 1) await connection.ask(NEXT, 200);
  return performance.now() - nextMs;
}

/** The bytes of a form as a browser sends it that has opened the page once. */
async function openForm({ port }: Bench): Promise<(post: Post, address: string) => string> {
  const page = await fetch(`http://localhost:${port}/signin`);
  const cookie = String(page.headers.get('set-cookie')).split(';')[0];
  const shrimp = /name="shrimp" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  return ({ path, fields }, u) => {
    const body = new URLSearchParams({ shrimp, u, ...fields }).toString();
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${cookie}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
    ];
    return `${head.join('\r\n')}\r\n\r\n${body}`;
  };
}

/** A server of its own, and its store beside it. */
async function openBench(t: Cleanup, engine: string, env: Record<string, string>): Promise<Bench> {
  const redis = engine === 'Redis' ? await startRedisServer({ appendfsync: 'everysec' }) : null;
  if (redis) t.after(() => redis.stop());
  const site = {
    HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64'),
    ...(redis && { HUSHLINK_STORE: redis.url }),
  };
  const server = await startServer({ env: { ...env, ...site, ...PATIENT, HUSHLINK_LOG_LEVEL: 'warn' } });
  t.after(() => server.stop());
  const store = redis ? await openRedis(redis.url) : openSqlite(join(server.folder, 'data/hushlink.db'));
  t.after(() => store.close());
  return { engine, port: server.port, store };
}

function openRedis(url: string): Promise<Store> {
  return openRedisStore({ url, policy, onError: () => {}, onWarning: () => {} });
}

function openSqlite(path: string): Store {
  return openSqliteStore({ path, policy, now: () => Date.now(), onSweepError: console.error });
}

async function startMailServer(t: Cleanup): Promise<Record<string, string>> {
  const port = await freePort();
  const options = { env: { PORT: String(port) } };
  const loader = import.meta.resolve('#src/build/loader.mjs');
  const child = startChild(process.execPath, ['--import', loader, join(import.meta.dirname, 'mail-sink.ts')], options);
  t.after(() => child.kill());
  await child.waitFor(/mail server is ready/);
  return mailSettings({ address: `smtp://127.0.0.1:${port}` } as Parameters<typeof mailSettings>[0]);
}

/** An account in use, with a password that nobody knows. */
function customer(address: string, argon2: string): Customer {
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  const parameters = argon2 === 'light' ? 'm=64,t=1,p=1' : 'm=65536,t=3,p=4';
  return {
    ...{
      custid: address as CustId,
      role: 'customer',
      planid: 'basic',
      paid: null,
      locale: null,
      epoch: 1,
      apiTokenHash: null,
    },
    ...{ isVerified: true, isMailProven: true, createdAtMs: Date.now() },
    passwordHash: `$argon2id$v=19$${parameters}$${base64(16)}$${base64(32)}`,
    ...{ secretsCreated: 0, secretsShared: 0, emailsSent: 0 },
  };
}
