import { dirname } from 'node:path';
import { markText } from '#src/compose/mark.ts';
import type { Config } from '#src/config/config.ts';
import type { Mark } from '#src/store/gate.ts';
import { inspectRedis, type MasterSeen } from '#src/store/redis/inspect.ts';
import { SCHEMA } from '#src/store/schema-version.ts';
import { inspectSqlite, type SqliteSeen } from '#src/store/sqlite/inspect.ts';
import { isCannotOpen, isDiskFailure } from '#src/store/sqlite/result-codes.ts';
import { isUntrusted, systemCode } from '../system/system-code.ts';
import type { ClockReading } from './clock.ts';
import { type Finding, failure, fine, orFine, type Said, warning } from './finding.ts';
import { fileAbove } from './folder.ts';
import { bytesText } from './size.ts';
import { SAID } from './texts.ts';

export interface StoreSeen {
  readonly findings: readonly Finding[];
  /** The clocks of masters of Redis; none for SQLite, which goes by this machine's. */
  readonly clocks: readonly ClockReading[];
}

/** Looks at the store beside a server that may run on it, and changes nothing. */
export async function lookAtStore({ store, waitReplicas }: Pick<Config, 'store' | 'waitReplicas'>): Promise<StoreSeen> {
  if (store.kind === 'sqlite') return { findings: await lookAtSqlite(store.path), clocks: [] };
  const address = store.urlWithoutPassword;
  try {
    const place = { url: store.url.reveal(), onError: () => {} };
    const { masters, mark, writeError } = await inspectRedis(place, () => Date.now());
    const findings = masters.flatMap((one) => judgeRedis(one, address, waitReplicas));
    return {
      findings: [...judgeMark(mark), ...judgeWriting(writeError, findings, address)],
      clocks: masters.map(({ aheadMs }) => ({ place: 'Redis', aheadMs, isCoarse: false })),
    };
  } catch (error) {
    const reason = shortReasonOf(error);
    const said = isUntrusted(reason) ? SAID.redisUntrusted : SAID.redisAway;
    return { findings: [failure('store', said(address, reason))], clocks: [] };
  }
}

/** The first word of what Redis says, such as WRONGPASS, or the system's; else all that was said. */
function shortReasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return systemCode(cause);
  const word = /^[A-Z]{4,30}(?= )/.exec(cause.message)?.[0] ?? systemCode(cause);
  // Without a code, `systemCode` gives the name of the class, which says less than the message.
  return word === cause.name ? cause.message : word;
}

/** No server starts on a store that is closed to writes. */
function judgeMark(mark: Mark | null): readonly Finding[] {
  return mark === null ? [] : [failure('store', SAID.closed(markText(mark)))];
}

/** A failure found already says why nothing can be written; without one, the error is all that is known. */
function judgeWriting(error: unknown, findings: readonly Finding[], address: string): readonly Finding[] {
  if (error === null || findings.some(({ status }) => status === 'fail')) return findings;
  const said = failure('store', SAID.redisRefuses(address, shortReasonOf(error)));
  return [...findings.filter(({ status }) => status !== 'ok'), said];
}

const OLDEST_REDIS = 6;
const NEARLY_FULL_PERCENT = 90;

function judgeRedis(seen: MasterSeen, address: string, waitReplicas: number): readonly Finding[] {
  const { version, role, evictionPolicy: policy, hasAppendOnlyFile, lastWrite, replicas, maxBytes, usedBytes } = seen;
  const percent = maxBytes === 0 ? 0 : Math.round((usedBytes / maxBytes) * 100);
  const found = [
    Number.parseInt(version, 10) < OLDEST_REDIS ? failure('store', SAID.redisOld(version)) : null,
    role === 'slave' ? failure('store', SAID.redisReplica(address)) : null,
    policy === 'noeviction' ? null : warning('store', SAID.redisEvicts(policy ?? 'unknown')),
    hasAppendOnlyFile ? null : warning('store', SAID.redisForgets()),
    lastWrite === 'ok' ? null : failure('store', SAID.redisNotWriting(lastWrite)),
    percent < NEARLY_FULL_PERCENT ? null : warning('store', SAID.redisFull(percent)),
    replicas >= waitReplicas ? null : failure('store', SAID.redisReplicas(replicas, waitReplicas)),
  ];
  const facts = [version, `${policy}`, `AOF ${seen.appendFsync ?? 'on'}`, `${replicas} replicas`, bytesText(usedBytes)];
  return orFine(found, fine('store', SAID.redis(address, facts.join(', '))));
}

const LARGE_WAL_BYTES = 256 * 1024 ** 2;
/** What the system says of a path that leads through a folder of somebody else, or through links in a circle. */
const KEPT_FROM_US = new Set(['EACCES', 'ELOOP']);

async function lookAtSqlite(path: string): Promise<readonly Finding[]> {
  try {
    const seen = inspectSqlite(path, () => Date.now());
    if (seen === null) return [await judgeToCome(path)];
    return [...judgeMark(seen.mark), ...judgeSqlite(seen, path)];
  } catch (error) {
    return [failure('store', sayUnopened(error, path))];
  }
}

function sayUnopened(error: unknown, path: string): Said {
  if (isDiskFailure(error)) return SAID.sqliteDisk(path);
  const isClosed = isCannotOpen(error) || KEPT_FROM_US.has(systemCode(error));
  return isClosed ? SAID.sqliteClosed(path) : SAID.sqliteUnreadable(path, systemCode(error));
}

/** Nothing can be made below a file. */
async function judgeToCome(path: string): Promise<Finding> {
  const file = await fileAbove(dirname(path));
  return file === null ? fine('store', SAID.sqliteToCome(path)) : failure('store', SAID.notFolder(file));
}

function judgeSqlite(seen: SqliteSeen, path: string): readonly Finding[] {
  const { isReadable, schema, isWhole, writeError, journalMode, walBytes, sizeBytes } = seen;
  const found = [
    isReadable ? null : failure('store', SAID.sqliteOtherSchema(path, schema ?? '', SCHEMA.major)),
    isWhole === false ? failure('store', SAID.sqliteDamaged(path)) : null,
    writeError === null ? null : failure('store', SAID.sqliteLocked(path, systemCode(writeError))),
    schema === null || journalMode === 'wal' ? null : warning('store', SAID.sqliteNotWal(path, journalMode)),
    walBytes < LARGE_WAL_BYTES ? null : warning('store', SAID.walLarge(bytesText(walBytes))),
  ];
  return orFine(found, fine('store', SAID.sqlite(path, bytesText(sizeBytes), schema ?? 'none yet')));
}
