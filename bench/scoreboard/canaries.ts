import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  type ChattyServer,
  logOf,
  type Ran,
  readFiles,
  runEverything,
  sendRedis,
  startChattyServer,
} from '../../tests/security/canary-run.ts';
import { findMarks, type Place } from '../../tests/security/search.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { startRedisServer } from '../../tests/support/redis-server.ts';
import { startSmtpServer } from '../../tests/support/smtp-server.ts';
import type { Cleanup } from '../../tests/support/temp.ts';
import { counted, examples, type Row, verdictOf } from './row.ts';

const ROUNDS = 10;
/** Asked for as a path, so that it stands in the log: a search that misses it would miss everything. */
const PLANTED = { name: 'planted', value: 'planted-mark' };

interface Search {
  readonly marks: number;
  readonly bytes: number;
  readonly found: readonly string[];
  readonly isSearching: boolean;
}

export const canaries: Row = {
  name: 'canaries',
  what: 'contents, passphrases, passwords, keys, tokens and the site secret, in every writing, searched for in the log (at trace), metrics, process arguments (but for links that programs are given), the SQLite file and its write-ahead log, and Redis’s append-only file and dump',
  bar: '0 found, and the one that was planted in the log found',
  async measure(t) {
    const searches = [await searchSqlite(t), await searchRedis(t)];
    const sum = (pick: (one: Search) => number) => searches.reduce((all, one) => all + pick(one), 0);
    const found = searches.flatMap((one) => one.found);
    const isSearching = searches.every((one) => one.isSearching);
    return {
      tried: `${counted(
        sum(({ marks }) => marks),
        'secrets',
      )} in ${counted(Math.round(sum(({ bytes }) => bytes) / 1e6), 'MB')}`,
      seen: `${found.length} found${examples(found)}; the planted one ${isSearching ? 'found' : 'missed'}`,
      verdict: verdictOf(found.length === 0 && isSearching),
    };
  },
};

async function searchSqlite(t: Cleanup): Promise<Search> {
  const { server, ran } = await runAll(t, {});
  const folder = join(server.folder, 'data');
  // With its write-ahead log: the server still runs.
  return search(ran, readFiles(folder), await told(server, ran));
}

async function searchRedis(t: Cleanup): Promise<Search> {
  const redis = await startRedisServer({ appendfsync: 'always' });
  t.after(() => redis.stop());
  const { server, ran } = await runAll(t, { HUSHLINK_STORE: redis.url });
  // Compressed, a mark might hide from the search.
  await sendRedis(redis.port, 'CONFIG SET rdbcompression no', 'SAVE');
  return search(ran, readFiles(redis.folder), await told(server, ran));
}

async function runAll(t: Cleanup, env: Readonly<Record<string, string>>) {
  const smtp = await startSmtpServer();
  t.after(() => smtp.stop());
  const siteSecret = randomBytes(32);
  const server = await startChattyServer(t, { smtp, env, siteSecret, internalPort: await freePort() });
  const ran = await runEverything(server, smtp, ROUNDS);
  await server.client.ask(`/${PLANTED.value}`);
  return { server, ran };
}

/** What the server has told to the end: it is stopped, so that no line of the log is still on its way. */
async function told(server: ChattyServer, { processArguments }: Ran): Promise<readonly Place[]> {
  const metrics = await server.metrics();
  await server.kill('SIGTERM');
  return [logOf(server), metrics, processArguments];
}

function search({ marks, notInLog }: Ran, files: readonly Place[], words: readonly Place[]): Search {
  const places = [...files, ...words];
  return {
    marks: marks.all.length + notInLog.length,
    bytes: places.reduce((sum, { bytes }) => sum + bytes.length, 0),
    found: [...findMarks(places, marks.all), ...findMarks(words, notInLog)],
    isSearching: findMarks(words, [PLANTED]).length > 0,
  };
}
