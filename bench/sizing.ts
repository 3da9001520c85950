// npm run bench:sizing: what waiting secrets take on disk and in memory, into bench/SIZING.md.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from 'redis';
import { ensurePrograms } from '../tests/support/install.ts';
import { startRedisServer } from '../tests/support/redis-server.ts';
import { startServer, type TestServer } from '../tests/support/server.ts';
import { temporaryFolder } from '../tests/support/temp.ts';
import { commandLine, count } from './command-line.ts';
import { type Connection, openConnection } from './load/connection.ts';
import { residentOf } from './load/process-figures.ts';
import { post } from './load/request.ts';
import { describeMachine } from './report/machine.ts';

const CONNECTIONS = 16;
const SIZES = [100, 1_000, 10_000];
const SITE_SECRET = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');

const { secrets } = commandLine(
  'bench:sizing',
  'What waiting secrets take on disk and in memory, into bench/SIZING.md.',
)
  .option('--secrets <number>', 'of each size', count, 50_000)
  .parse()
  .opts<{ secrets: number }>();

/** In bytes. `store` is what the engine's process takes, 0 where it is part of the server. */
interface Taken {
  readonly disk: number;
  readonly store: number;
  readonly server: number;
}

interface Site {
  readonly name: string;
  readonly server: TestServer;
  taken(): Promise<Taken>;
}

interface Row {
  readonly name: string;
  readonly size: number;
  readonly before: Taken;
  readonly after: Taken;
}

ensurePrograms(['redis-server']);
const cleanups: (() => unknown)[] = [];
try {
  const rows: Row[] = [];
  for (const size of SIZES) {
    for (const open of [openSqlite, openRedis]) rows.push(await fill(await open(), size));
  }
  const report = describe(rows);
  console.log(report);
  writeFileSync(join(import.meta.dirname, 'SIZING.md'), report);
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}

async function openSqlite(): Promise<Site> {
  const folder = temporaryFolder({ after: (run) => cleanups.push(run) });
  const server = await startServer({ folder });
  cleanups.push(() => server.stop());
  const path = join(folder, 'data/hushlink.db');
  const taken = async () => ({ disk: databaseBytes(path), store: 0, server: residentBytes(server.pid) });
  return { name: 'SQLite', server, taken };
}

async function openRedis(): Promise<Site> {
  const redis = await startRedisServer({ appendfsync: 'everysec' });
  cleanups.push(() => redis.stop());
  const client = createClient({ url: redis.url });
  await client.connect();
  cleanups.push(() => client.close());
  const server = await startServer({ env: { HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: SITE_SECRET } });
  cleanups.push(() => server.stop());
  const figure = (text: string, name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  const taken = async () => ({
    disk: figure(await client.info('persistence'), 'aof_current_size'),
    store: figure(await client.info('memory'), 'used_memory'),
    server: residentBytes(server.pid),
  });
  return { name: 'Redis', server, taken };
}

/** The first tenth warms the server up: what a process takes anyway is no secret's share. */
async function fill({ name, server, taken }: Site, size: number): Promise<Row> {
  await create(server.port, size, secrets / 10);
  const before = await taken();
  await create(server.port, size, secrets);
  return { name, size, before, after: await taken() };
}

async function create(port: number, size: number, count: number): Promise<void> {
  const request = post('/api/v2/secret/conceal', { kind: 'share', secret: 'x'.repeat(size), ttl: 86_400 });
  let left = count;
  const keepAsking = async (connection: Connection) => {
    while (left > 0) {
      left -= 1;
      await connection.ask(request, 200);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => keepAsking(await openConnection(port))));
}

/** With all of the log moved in: its length comes from the last moments, and says nothing of one secret. */
function databaseBytes(path: string): number {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { readonly busy: number };
  database.close();
  if (busy !== 0) throw new Error(`the log of ${path} cannot be emptied`);
  return statSync(path).size;
}

function residentBytes(pid: number): number {
  const { ownBytes, fileBytes } = residentOf(pid);
  return ownBytes + fileBytes;
}

function describe(rows: readonly Row[]): string {
  return `# Sizing

Made by \`npm run bench:sizing\`: ${secrets.toLocaleString('en')} anonymous secrets without a passphrase are shared over the API, by ${CONNECTIONS}
connections at once, into a store that holds a tenth of that already.

${describeMachine()}

| store | text, bytes | disk for a secret, bytes | memory of Redis for a secret, bytes | memory of the server, MB |
|---|---|---|---|---|
${rows.map(describeRow).join('\n')}

A content of any size is sealed in steps of 256 bytes; for the first five minutes the sender's copy lies beside it. The
file of SQLite does not shrink: what is over leaves room for what comes. Redis rewrites its append-only file when it has
doubled, and needs the memory once more while it does.
`;
}

function describeRow({ name, size, before, after }: Row): string {
  const each = (pick: (taken: Taken) => number) => ((pick(after) - pick(before)) / secrets).toFixed(0);
  const cells = [
    name,
    String(size),
    each(({ disk }) => disk),
    name === 'Redis' ? each(({ store }) => store) : '',
    (after.server / 1e6).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}
