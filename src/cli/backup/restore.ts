import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  type RestoreDeps,
  type Restored,
  type RestoreFailure,
  restore as restoreBackup,
  whatIsWrong,
} from '#src/backup/restore.ts';
import type { Config } from '#src/config/config.ts';
import { SITE_SECRET_FILE } from '#src/config/previous-secrets.ts';
import { problemText } from '#src/config/problem.ts';
import type { KeyRing } from '#src/crypto/key-ring.ts';
import { newEpoch } from '#src/features/accounts/epoch.ts';
import { judgeKeys } from '#src/features/keys/settling.ts';
import { createLog, type Log } from '#src/log/log.ts';
import { openSeal } from '#src/open-seal.ts';
import { reasonOf } from '#src/open-store.ts';
import { ok, type Result } from '#src/result.ts';
import type { LoadOutcome, RecordKind } from '#src/store/transfer.ts';
import type { Answer, Outcome } from '../answer.ts';
import { type CliFailure, type Failed, type FailureCode, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { type ConfigIo, loadForServer } from '../server/config.ts';
import type { RestoreOptions } from '../store/commands.ts';
import { atStore, hasNoFile, isAbsent } from '../store/place.ts';
import { STORE_TEXTS } from '../store/texts.ts';
import { systemCode } from '../system/system-code.ts';
import { NotKept, openFile, type Rereadable, spool } from './file.ts';
import { backupKey } from './key.ts';
import { openRestoreNames, type RestoreNames } from './restore-names.ts';

/** `hushlink restore`: looks through the whole backup, then loads it beside a running server. */
export async function restore(options: RestoreOptions, io: CliIo, outside: ConfigIo): Promise<Outcome> {
  const isPiped = options.from === '-';
  const loaded = loadForServer(outside);
  if (!loaded.ok) return loaded;
  const ring = await openRing(loaded.value.config, createLog({ level: 'silent', destination: outside.stderr }));
  if (!ring.ok) return ring;
  const key = await backupKey(options, { isNew: false, isStdinTaken: isPiped }, io);
  if (!key.ok) return key;
  const file = await openBackup(options.from, io);
  if (!file.ok) return file;
  try {
    const given = { read: file.value.read, key: key.value };
    const refusal = hasNoFile(loaded.value.config.store) ? await refusalAnywhere(given, ring.value) : null;
    if (refusal !== null) return refusal;
    return await atStore(
      outside,
      async ({ store }) => load(options, { ...given, store }, await openRestoreNames(store, ring.value)),
      { mayBeNew: true },
    );
  } finally {
    await file.value.close();
  }
}

/** Judges the backup before the store is opened: opening makes a file, which would stay if the backup is refused. */
async function refusalAnywhere(given: Omit<Given, 'store'>, ring: KeyRing): Promise<Failed | null> {
  const judgeKeyRecord = async (record: string) => (judgeKeys(ring, record) === null ? null : 'other-site-secret');
  try {
    const wrong = await whatIsWrong({ ...given, judgeKeyRecord });
    return wrong === null ? null : refusalOf(wrong);
  } catch (error) {
    return failed('usage', STORE_TEXTS.notRead(systemCode(error)));
  }
}

async function openBackup(from: string, io: CliIo): Promise<Result<Rereadable, CliFailure>> {
  try {
    return ok(await (from === '-' ? spool(io.stdin, io.temporaryFolder) : openFile(from, io.temporaryFolder)));
  } catch (error) {
    const code = systemCode(error);
    const isOfFolder = error instanceof NotKept;
    return failed('usage', isOfFolder ? STORE_TEXTS.notKept(error.message, code) : STORE_TEXTS.notRead(code));
  }
}

type Given = Pick<RestoreDeps, 'store' | 'read' | 'key'>;

async function load(options: RestoreOptions, given: Given, names: RestoreNames): Promise<Outcome> {
  const now = () => Date.now();
  const draw = (size: number) => randomBytes(size);
  try {
    const restored = await restoreBackup({
      ...{ ...given, ...names, now },
      rule: { how: 'restore', isReplacing: options.replace === true, isReviving: options.revive === true },
      newEpoch: ({ epoch }) => newEpoch({ now, randomBytes: draw }, epoch),
    });
    return restored.ok ? ok(answerOf(restored.value, names.hasAdopted())) : refusalOf(restored.failure);
  } catch (error) {
    return failed('server', STORE_TEXTS.brokenOff(reasonOf(error)));
  }
}

/** The site's secrets. Makes none: a new one opens nothing of a backup. */
async function openRing(config: Config, log: Log): Promise<Result<KeyRing, CliFailure>> {
  const ring = await openSeal(config, { log, drawBytes: (size) => randomBytes(size), mayMake: false });
  if (ring.ok) return ring;
  const hasNone = isAbsent(join(config.dataFolder, SITE_SECRET_FILE));
  const problems = ring.failure.problems.map(problemText).join('\n');
  return failed('configuration', hasNone ? STORE_TEXTS.noSiteSecret : problems);
}

const FAILURE_CODES: Partial<Readonly<Record<RestoreFailure['kind'], FailureCode>>> = {
  'wrong-key': 'wrong_passphrase',
  'other-kind-of-key': 'usage',
  closed: 'server',
};

function refusalOf({ kind }: RestoreFailure): Failed {
  return failed(FAILURE_CODES[kind] ?? 'refused', STORE_TEXTS.restoreFailed(kind));
}

const OUTCOMES: readonly LoadOutcome[] = ['added', 'replaced', 'kept', 'over', 'unknown'];

function answerOf(restored: Restored, needsRestart: boolean): Answer {
  const shown = { accounts: 'customer', domains: 'domain', secrets: 'secret' } as const;
  const tallies = Object.entries(shown).flatMap(([name, kind]) => {
    const counts = countsOf(restored, kind);
    return kind === 'secret' && restored.secret === undefined ? [] : [[name, counts] as const];
  });
  const words = (counts: Record<LoadOutcome, number>) =>
    OUTCOMES.flatMap((outcome) => (counts[outcome] > 0 ? [`${counts[outcome]} ${outcome}`] : [])).join(', ') || 'none';
  return {
    line: tallies.map(([name, counts]) => STORE_TEXTS.restored(name, words(counts))).join(''),
    json: { ...Object.fromEntries(tallies), ...(needsRestart && { restart_needed: true }) },
    notes: [...notesOf(restored), ...(needsRestart ? [STORE_TEXTS.restartServers] : [])],
  };
}

function notesOf(restored: Restored): readonly string[] {
  const { kept } = countsOf(restored, 'customer');
  const { over } = countsOf(restored, 'domain');
  const { unknown } = countsOf(restored, 'secret');
  return [
    ...(kept > 0 ? [STORE_TEXTS.stays(kept)] : []),
    ...(over > 0 ? [STORE_TEXTS.ownerGone(over)] : []),
    ...(unknown > 0 ? [STORE_TEXTS.unknown(unknown)] : []),
  ];
}

function countsOf(restored: Restored, kind: RecordKind): Record<LoadOutcome, number> {
  const none = { added: 0, replaced: 0, kept: 0, over: 0, unknown: 0 };
  return { ...none, ...restored[kind] };
}
