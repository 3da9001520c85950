import { closeSync, openSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { GuessPolicy } from '#src/features/secrets/secret.ts';
import type { Store } from '../store.ts';
import { createSqliteAccountStore } from './account-store.ts';
import { createSqliteAttemptStore } from './attempt-store.ts';
import { createSqliteBillingStore } from './billing-store.ts';
import { type BlocksRead, watchColdPages } from './cold-pages.ts';
import { createSqliteColonelStore } from './colonel-store.ts';
import { type Disk, openDisk } from './disk.ts';
import { createSqliteDomainStore } from './domain-store.ts';
import { createSqliteFeedbackStore } from './feedback-store.ts';
import { type Place, watchPlace } from './file-place.ts';
import { createSqliteGate, prepareGate } from './gate.ts';
import { createCommitter } from './group-commit.ts';
import { createGroupRead, type Groups } from './group-read.ts';
import { createSqliteKeyStore } from './key-store.ts';
import { createSqliteOutboxStore } from './outbox-store.ts';
import { createSqlitePlaceStore } from './place-store.ts';
import { createSqliteRateStore } from './rate-store.ts';
import { atOnce, createReadAhead, type ReadAhead } from './read-ahead.ts';
import { prepareSchema } from './schema.ts';
import { createSqliteSecretStore } from './secret-store.ts';
import { createSqliteSessionStore } from './session-store.ts';
import { createSqliteSiteStore } from './site-store.ts';
import { startSweeping } from './sweeping.ts';
import { createSqliteTransfer } from './transfer.ts';
import { createUnloading } from './unloading.ts';
import { countLogPages, truncateLog } from './write-ahead-log.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** Visitors wait meanwhile. */
const CHECKPOINT_BUSY_MS = 50;
/** How long a write waits for another process; the second is for writes on which nothing depends. */
const PATIENCE = { busyMs: BUSY_TIMEOUT_MS, looseBusyMs: 100 };

/**
 * synchronous=FULL: a commit is on the disk, through power loss, before it is answered; with threads for the disk they
 * see to that (`NOT_WAITING`). secure_delete: what is deleted is overwritten, not only forgotten. temp_store: what
 * undoing a single write takes stays in memory, since a system that is mounted read-only has no place for temporary
 * files. cache_size, in KiB: nearly each commit looks through all that is cached, as long as the file is smaller than
 * 1 GiB (docs/decisions.md, 'Speed').
 */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA foreign_keys = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -8192;
`;

/** A commit writes its log, and is brought to the disk after that, before anybody is answered. */
const NOT_WAITING = `
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 0;
`;

export interface SqliteOptions {
  /** The database file, or a link to it; its folder exists. */
  readonly path: string;
  readonly policy: GuessPolicy;
  /** Epoch milliseconds; only the sweep and the marks of the gate are judged by it. */
  readonly now: () => number;
  /** A sweep that failed; it is tried again 20 seconds later. And a log that could not be emptied at the end. */
  readonly onSweepError: (error: unknown) => void;
  /** Lets threads wait for the disk, as a server wants it; otherwise each write waits itself. */
  readonly hasDiskThreads?: boolean;
  /** What lets those threads read ahead where pages come from the disk; without it they do not. */
  readonly blocksRead?: BlocksRead;
}

/** Opens the embedded store: one file, no server. Several processes may open the same file. */
export function openSqliteStore(options: SqliteOptions): Store {
  const { database, path } = openDatabase(options.path);
  const gate = prepareGate(database, options.now);
  const place = watchPlace(options.path, path);
  const disk = options.hasDiskThreads ? openDisk({ path, busyMs: CHECKPOINT_BUSY_MS }) : null;
  if (disk !== null) database.exec(NOT_WAITING);
  const committer = createCommitter(database, {
    ...{ misplaced: place.misplaced, refusal: gate.refusal },
    ...{ ...PATIENCE, disk, isSynchronous: disk === null },
    onCommitted: (writes) => unloading?.note(writes),
  });
  // Each knows the other: this one is told of commits, and holds them up during its last step.
  const unloading = disk && createUnloading({ disk, alone: committer.alone, pagesInLog: countLogPages(database) });
  const emptyLog = async () => {
    // A thread that opens the file now would find another log than the one that is written.
    if (place.misplaced() === null) await (unloading === null ? truncateLog(database) : unloading.empty());
  };
  const stopSweeping = startSweeping(database, { committer, emptyLog, unloading, ...options });
  const ahead = readAheadFor(disk, options.blocksRead);
  const { commit } = committer;
  const groups: Groups = { commit, groupRead: createGroupRead(database) };
  return {
    engine: 'sqlite',
    secrets: createSqliteSecretStore(database, { ...groups, ahead, policy: options.policy }),
    sessions: createSqliteSessionStore(database, groups),
    colonel: createSqliteColonelStore(database, path),
    accounts: createSqliteAccountStore(database, groups),
    attempts: createSqliteAttemptStore(database, commit),
    billing: createSqliteBillingStore(database, commit),
    domains: createSqliteDomainStore(database, commit),
    feedback: createSqliteFeedbackStore(database, commit),
    keys: createSqliteKeyStore(database, commit),
    places: createSqlitePlaceStore(database, commit),
    rates: createSqliteRateStore(database, committer.commitLoosely),
    site: createSqliteSiteStore(database, { committer, place, now: options.now }),
    outbox: createSqliteOutboxStore(database, commit),
    transfer: createSqliteTransfer(database, { committer, path, isFilling: () => gate.mark()?.kind === 'filling' }),
    gate: createSqliteGate(gate, committer.commitPast, options.now),
    close: async () => {
      stopSweeping();
      await committer.drain();
      await disk?.close();
      closeDatabase(database, place, options.onSweepError);
    },
  };
}

/** `path` is that of the file itself: where a link was named SQLite has its log beside what that leads to. */
function openDatabase(named: string): { readonly database: DatabaseSync; readonly path: string } {
  // SQLite gives its log the mode of the file; without this, whatever the umask leaves.
  closeSync(openSync(named, 'a', 0o600));
  const path = realpathSync(named);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  database.exec(PRAGMAS);
  prepareSchema(database);
  // From now on whoever finds the file locked waits without holding up everybody else.
  database.exec('PRAGMA busy_timeout = 0');
  return { database, path };
}

function readAheadFor(disk: Disk | null, blocksRead: BlocksRead | undefined): ReadAhead {
  return disk && blocksRead ? createReadAhead({ disk, areCold: watchColdPages(blocksRead) }) : atOnce;
}

/**
 * Where the disk is full the log stays, and nothing of it is lost: whoever opens the file next has it. Where another
 * process has begun an index of its own the log is left to that one, as long as it has the file open: by itself SQLite
 * would bring it into the file when the last one closes.
 */
function closeDatabase(database: DatabaseSync, place: Place, onError: SqliteOptions['onSweepError']): void {
  try {
    if (place.isTakenOver()) throw place.misplaced();
    truncateLog(database);
  } catch (error) {
    onError(error);
  } finally {
    database.close();
  }
}
