// npm run bench [-- part of a name]: requests per second beside a bare Express 5, alternating with it in the
// same run. With a name only the rows that hold it are measured, and RESULTS.md stays as it is.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startChild } from '../tests/support/children.ts';
import { freePort } from '../tests/support/free-port.ts';
import { ensurePrograms } from '../tests/support/install.ts';
import { startRedisServer } from '../tests/support/redis-server.ts';
import { startServer } from '../tests/support/server.ts';
import { get, postForm } from './connection.ts';
import { type BenchCustomer, signUpCustomer } from './customer.ts';
import { asking, type Measured, measure, type Task, tasks } from './load.ts';
import { describeMachine } from './machine.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const DURATION_MS = Number(process.env.BENCH_MS ?? 3000);
const CONNECTIONS = 16;
const ONLY = process.argv[2] ?? '';
const SITE_SECRET = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');

/** Sixteen people who sign in as the same customer at once would have to wait for each other. */
const PATIENT = {
  HUSHLINK_AUTHENTICATION_FIRST_DELAY: '0',
  HUSHLINK_AUTHENTICATION_TRIES: '100',
  HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '100000',
};

/** All that is asked is counted, as everywhere; and all of it comes from one address and one account. */
const COUNTED = {
  HUSHLINK_LIMITS_ENABLED: 'true',
  ...Object.fromEntries(
    ['CREATE', 'REVEAL', 'SENDER', 'ACCOUNT', 'FEEDBACK', 'PAYMENT', 'OTHER'].flatMap((group) => [
      [`HUSHLINK_LIMITS_PER_ADDRESS_${group}`, '1000000000'],
      [`HUSHLINK_LIMITS_PER_ACCOUNT_${group}`, '1000000000'],
    ]),
  ),
};

interface Server {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<unknown>;
}

interface Row {
  readonly name: string;
  readonly server: Server;
  readonly task: Task;
  readonly beside: Reference;
  /** Least share of the reference that the project holds itself to. */
  readonly barPercent: number;
}

/** What a row alternates with. */
interface Reference {
  readonly name: string;
  readonly server: Server;
  readonly task: Task;
}

ensurePrograms(['redis-server']);
const redis = await startRedisServer({ appendfsync: 'everysec' });
const onSqlite = await startServer({ env: { ...COUNTED, ...PATIENT } });
const onRedis = await startServer({
  env: { ...COUNTED, ...PATIENT, HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: SITE_SECRET },
});
const uncounted = { ...PATIENT, HUSHLINK_LIMITS_ENABLED: 'false' };
const freeOnSqlite = await startServer({ env: uncounted });
const freeOnRedis = await startServer({
  env: { ...uncounted, HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: SITE_SECRET },
});
const withPlans = await startServer({ env: { ...COUNTED, HUSHLINK_PLANS_ENABLED: 'true' } });
const publicPaths = ['/pricing', '/info/terms', '/translations'];
const [homeBytes = 0, ...publicBytes] = await Promise.all([
  bytesOf(onSqlite.url),
  ...publicPaths.map((path) => bytesOf(withPlans.url + path)),
]);
const bare = await startReference([homeBytes, ...publicBytes]);
const echo: Reference = { name: 'echo', server: bare, task: tasks.echo };
const string = stringOf(homeBytes);
const [me, meOnRedis] = [await signUpCustomer(onSqlite.url, 100), await signUpCustomer(onRedis.url, 100)];

const allRows: readonly Row[] = [
  { name: 'create, SQLite FULL', server: onSqlite, task: tasks.create, beside: echo, barPercent: 15 },
  {
    ...{ name: 'create then reveal, SQLite FULL', server: onSqlite, task: tasks.createThenReveal },
    ...{ beside: echo, barPercent: 15 },
  },
  { name: 'create, Redis', server: onRedis, task: tasks.create, beside: echo, barPercent: 30 },
  { name: 'create then reveal, Redis', server: onRedis, task: tasks.createThenReveal, beside: echo, barPercent: 30 },
  shareRow('SQLite FULL', onSqlite),
  shareRow('Redis', onRedis),
  limitsRow('SQLite FULL', onSqlite, freeOnSqlite),
  limitsRow('Redis', onRedis, freeOnRedis),
  { name: 'home', server: onSqlite, task: tasks.home, beside: string, barPercent: 15 },
  ...publicPaths.map((path, at) => publicRow(path, publicBytes[at] ?? 0)),
  { name: 'dashboard, SQLite', server: onSqlite, task: pageOf(me, '/dashboard'), beside: string, barPercent: 15 },
  { name: 'dashboard, Redis', server: onRedis, task: pageOf(meOnRedis, '/dashboard'), beside: string, barPercent: 15 },
  { name: 'recents of 100, SQLite', server: onSqlite, task: pageOf(me, '/recent'), beside: string, barPercent: 4 },
  { name: 'recents of 100, Redis', server: onRedis, task: pageOf(meOnRedis, '/recent'), beside: string, barPercent: 4 },
  { ...sessionRow(onSqlite, me), name: 'an API call with a session, SQLite' },
  { ...sessionRow(onRedis, meOnRedis), name: 'an API call with a session, Redis' },
  {
    ...{
      name: 'sign-in',
      server: onSqlite,
      task: asking(postForm('/signin', me.signIn.fields, [me.signIn.cookie]), 303),
    },
    ...{ beside: { name: 'argon2id', server: bare, task: tasks.argon2 }, barPercent: 85 },
  },
];
const rows = allRows.filter(({ name }) => name.includes(ONLY));

try {
  const report = await runRounds();
  console.log(report);
  if (ONLY === '') writeFileSync(join(import.meta.dirname, 'RESULTS.md'), report);
} finally {
  await Promise.all([bare, onSqlite, onRedis, freeOnSqlite, freeOnRedis, withPlans].map((server) => server.stop()));
  await redis.stop();
}

async function bytesOf(url: string): Promise<number> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}

function stringOf(bytes: number): Reference {
  return { name: 'string', server: bare, task: asking(get(`/string/${bytes}`)) };
}

function publicRow(path: string, bytes: number): Row {
  return { name: path, server: withPlans, task: asking(get(path)), beside: stringOf(bytes), barPercent: 50 };
}

function pageOf({ cookie }: BenchCustomer, path: string): Task {
  return asking(get(path, [cookie]));
}

/** v1 is another face of the same service, and must cost no more than the newer one. */
function shareRow(store: string, server: Server): Row {
  const beside = { name: 'v2 conceal', server, task: tasks.create };
  return { name: `v1 share, ${store}`, server, task: tasks.shareV1, beside, barPercent: 90 };
}

/** What it costs to count who asks for how much. */
function limitsRow(store: string, server: Server, free: Server): Row {
  const task = tasks.createThenReveal;
  const beside = { name: 'without limits', server: free, task };
  return { name: `create then reveal with limits, ${store}`, server, task, beside, barPercent: 97 };
}

/** The same call without its cookie is the reference: what is missing of it is what the lookup costs. */
function sessionRow(server: Server, { cookie, metadataKey }: BenchCustomer): Omit<Row, 'name'> {
  const path = `/api/v2/private/${metadataKey}`;
  const beside = { name: 'without it', server, task: asking(get(path)) };
  return { server, task: asking(get(path, [cookie])), beside, barPercent: 83 };
}

async function runRounds(): Promise<string> {
  for (const row of rows) {
    // What has not been asked for yet is not compiled yet, on both sides.
    for (const { server, task } of [row, row.beside]) await load(server, task, 1000);
  }
  const measured = rows.map(() => [] as { own: Measured; base: Measured }[]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { server, task, beside }] of rows.entries()) {
      const base = await load(beside.server, beside.task, DURATION_MS);
      const own = await load(server, task, DURATION_MS);
      measured[at]?.push({ own, base });
    }
  }
  return describe(measured);
}

function load(server: Server, task: Task, durationMs: number): Promise<Measured> {
  return measure({ port: server.port, pid: server.pid, connections: CONNECTIONS, durationMs, task });
}

function describe(measured: readonly (readonly { own: Measured; base: Measured }[])[]): string {
  const lines = rows.map((row, at) => describeRow(row, measured[at] ?? []));
  return `# Results

Made by \`npm run bench\`: medians of ${ROUNDS} rounds of ${DURATION_MS / 1000} s, ${CONNECTIONS} connections, 100 bytes of content, the load
generator on the same cores. Each row alternates with its reference, a bare Express 5 (JSON echo of the same bytes;
a string as long as the page; argon2id with our parameters), with the same call without its session or without limits, or with the newer
API's, in the same run: the ratio is what counts, the machine is shared.

${describeMachine()}

| what | beside | requests/s | reference/s | ratio (least–most) | bar | p50 ms | p99 ms | server CPU µs/request | reference CPU µs |
|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

SQLite runs with \`synchronous=FULL\`: a create is answered after its fsync. Redis runs with its append-only file, fsync every second.
`;
}

function describeRow(row: Row, pairs: readonly { own: Measured; base: Measured }[]): string {
  const of = (pick: (pair: { own: Measured; base: Measured }) => number) => pairs.map(pick).sort((a, b) => a - b);
  const ratios = of(({ own, base }) => (own.requestsPerSecond / base.requestsPerSecond) * 100);
  const percent = (value: number | undefined) => `${(value ?? 0).toFixed(1)} %`;
  const cells = [
    row.name,
    row.beside.name,
    median(of(({ own }) => own.requestsPerSecond)).toFixed(0),
    median(of(({ base }) => base.requestsPerSecond)).toFixed(0),
    `**${percent(median(ratios))}** (${percent(ratios[0])}–${percent(ratios.at(-1))})`,
    `${row.barPercent} %`,
    median(of(({ own }) => own.p50Ms)).toFixed(1),
    median(of(({ own }) => own.p99Ms)).toFixed(1),
    median(of(({ own }) => own.cpuUs)).toFixed(0),
    median(of(({ base }) => base.cpuUs)).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function startReference(stringBytes: readonly number[]): Promise<Server> {
  const port = await freePort();
  const script = resolve(import.meta.dirname, 'reference-server.ts');
  const env = { PORT: String(port), STRING_BYTES: stringBytes.join(','), NODE_ENV: 'production' };
  const child = startChild(process.execPath, [script], { env });
  await child.waitFor(/reference is ready/);
  return { port, pid: child.pid, stop: () => child.kill() };
}
