// npm run bench:enumeration: whether the time of an answer tells that somebody has an account here.
import { randomBytes, randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CustId, Customer } from '#src/features/accounts/customer.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { mailSettings } from '../tests/support/app.ts';
import { startChild } from '../tests/support/children.ts';
import { freePort } from '../tests/support/free-port.ts';
import { ensurePrograms } from '../tests/support/install.ts';
import { startRedisServer } from '../tests/support/redis-server.ts';
import { startServer } from '../tests/support/server.ts';
import { type Connection, openConnection } from './load/connection.ts';
import { describeMachine } from './report/machine.ts';
import { type Comparison, compare } from './welch.ts';

/** On each side: somebody, nobody. */
const CALLS = Number(process.env.BENCH_CALLS ?? 1000);
/** The same where each call takes a tenth of a second. */
const HARD_CALLS = Number(process.env.BENCH_HARD_CALLS ?? 100);
/** A part of the names of what is to be measured; without it all. */
const ONLY = process.env.BENCH_ONLY ?? '';
/** Lets the server finish what it does after an answer. */
const PAUSE_MS = Number(process.env.BENCH_PAUSE_MS ?? 4);
/** TVLA's customary threshold: beyond it the times differ with a certainty of 99.999 %. */
const MOST_T = 4.5;
const WARM_UP = 50;

const LIGHT = {
  HUSHLINK_AUTHENTICATION_ARGON2_MEMORY_KIB: '64',
  HUSHLINK_AUTHENTICATION_ARGON2_PASSES: '1',
  HUSHLINK_AUTHENTICATION_ARGON2_LANES: '1',
};
/** Counted as always, but nobody waits. */
const PATIENT = { HUSHLINK_AUTHENTICATION_FIRST_DELAY: '0', HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '100000' };

const NEXT = 'GET /api/v2/version HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** Of passphrases, which nobody tries here. */
const policy = { tries: 1, firstDelayMs: 0, maxDelayMs: 0, maxLockMs: 0 };

interface Probe {
  readonly name: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly status: number;
  /** Whether argon2 runs. */
  readonly isHard: boolean;
  /** Measures how long the server keeps the next one waiting, instead of the answer itself. */
  readonly isNext?: boolean;
}

const SIGN_UP = { path: '/signup', fields: { p: 'correct horse battery', agree: 'on' }, status: 303 };
const FORGOT = { path: '/forgot', fields: {}, status: 303 };
const probes: readonly Probe[] = [
  { name: 'sign-in, wrong password', path: '/signin', fields: { p: 'wrong password' }, status: 422, isHard: true },
  { name: 'sign-up', ...SIGN_UP, isHard: true },
  { name: 'reset request', ...FORGOT, isHard: false },
  { name: 'next answer after a sign-up', ...SIGN_UP, isHard: false, isNext: true },
  { name: 'next answer after a reset request', ...FORGOT, isHard: false, isNext: true },
].filter(({ name }) => name.includes(ONLY));

interface Row extends Comparison {
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

ensurePrograms(['redis-server']);
const cleanups: (() => unknown)[] = [];
const rows: Row[] = [];
try {
  const mail = await startMailServer();
  for (const engine of ['SQLite', 'Redis']) {
    const light = await openBench(engine, { ...mail, ...LIGHT });
    for (const probe of probes) report(await measure(light, probe, CALLS, 'light'));
    const hard = await openBench(engine, mail);
    for (const probe of probes.filter(({ isHard }) => isHard))
      report(await measure(hard, probe, HARD_CALLS, 'default'));
  }
  if (ONLY === '') writeFileSync(join(import.meta.dirname, 'ENUMERATION.md'), describe());
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
const telling = rows.filter(isTelling);
for (const { name, engine } of telling) console.error(`the time tells: ${name}, ${engine}`);
process.exitCode = telling.length === 0 ? 0 : 1;

/** Somebody and nobody in random order, each address once, one after the other on one connection. */
async function measure(bench: Bench, probe: Probe, calls: number, argon2: string): Promise<Row> {
  const mark = randomBytes(3).toString('hex');
  const name = (kind: string, at: number) => `${kind}-${mark}-${String(at).padStart(6, '0')}@example.org`;
  for (let at = 0; at < calls + WARM_UP; at += 1) await bench.store.accounts.create(customer(name('a', at), argon2));
  const form = await openForm(bench);
  // Now, since the server would have closed one that was idle so long.
  const connection = await openConnection(bench.port);
  const times: Record<'a' | 'b', number[]> = { a: [], b: [] };
  const order = shuffled(Array.from({ length: 2 * (calls + WARM_UP) }, (_, at) => (at % 2 === 0 ? 'a' : 'b')));
  const used = { a: 0, b: 0 };
  for (const [turn, side] of order.entries()) {
    const ms = await timed(connection, probe, form(probe, name(side, used[side])));
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
async function openForm({ port }: Bench): Promise<(probe: Probe, address: string) => string> {
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
async function openBench(engine: string, env: Record<string, string>): Promise<Bench> {
  const redis = engine === 'Redis' ? await startRedisServer() : null;
  if (redis) cleanups.push(() => redis.stop());
  const site = {
    HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64'),
    ...(redis && { HUSHLINK_STORE: redis.url }),
  };
  const server = await startServer({ env: { ...env, ...site, ...PATIENT, HUSHLINK_LOG_LEVEL: 'warn' } });
  cleanups.push(() => server.stop());
  const store = redis ? await openRedis(redis.url) : openSqlite(join(server.folder, 'data/hushlink.db'));
  cleanups.push(() => store.close());
  return { engine, port: server.port, store };
}

function openRedis(url: string): Promise<Store> {
  return openRedisStore({ url, policy, onError: () => {}, onWarning: () => {} });
}

function openSqlite(path: string): Store {
  return openSqliteStore({ path, policy, now: () => Date.now(), onSweepError: console.error });
}

async function startMailServer(): Promise<Record<string, string>> {
  const port = await freePort();
  const options = { env: { PORT: String(port) } };
  const loader = resolve(import.meta.dirname, '../src/build/loader.mjs');
  const child = startChild(process.execPath, ['--import', loader, join(import.meta.dirname, 'mail-sink.ts')], options);
  cleanups.push(() => child.kill());
  await child.waitFor(/mail server is ready/);
  return mailSettings({ address: `smtp://127.0.0.1:${port}` } as Parameters<typeof mailSettings>[0]);
}

/** In use, with a password that nobody knows. */
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

function shuffled<Value>(values: readonly Value[]): Value[] {
  const mixed = [...values];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as Value, mixed[at] as Value];
  }
  return mixed;
}

function isTelling({ t, croppedT }: Row): boolean {
  return Math.max(Math.abs(t), Math.abs(croppedT)) >= MOST_T;
}

function report(row: Row): void {
  rows.push(row);
  console.log(describeRow(row));
}

function describeRow(row: Row): string {
  const ms = (value: number) => value.toFixed(3);
  const { name, engine, argon2, calls, meanA, sdA, meanB, sdB, t, croppedT } = row;
  const cells = [
    name,
    engine,
    argon2,
    calls,
    ms(meanA),
    ms(sdA),
    ms(meanB),
    ms(sdB),
    t.toFixed(2),
    croppedT.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

function describe(): string {
  return `# Whether the time tells of an account

Made by \`npm run bench:enumeration\`: milliseconds of an answer for an address with an account and for one without,
in random order on one connection, and Welch's t; once more without the slowest tenth of all calls, which would hide
a small difference. The bar is ${MOST_T}. 'Next answer' is how long the server keeps five further requests waiting.

${describeMachine()}

| what | store | argon2 | calls | with: mean | sd | without: mean | sd | t | t, fastest 90 % |
|---|---|---|---|---|---|---|---|---|---|
${rows.map(describeRow).join('\n')}
`;
}
