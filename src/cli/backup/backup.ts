import { randomBytes } from 'node:crypto';
import { makeBackup } from '#src/backup/backup.ts';
import { markText } from '#src/compose/mark.ts';
import { ok } from '#src/result.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { toSeconds } from '#src/values/seconds.ts';
import type { Outcome } from '../answer.ts';
import { EXIT_CODES, type Failed, failed } from '../failure.ts';
import { type CliIo, say } from '../io.ts';
import type { ConfigIo } from '../server/config.ts';
import type { BackupOptions } from '../store/commands.ts';
import { atStore, type StorePlace } from '../store/place.ts';
import { STORE_TEXTS } from '../store/texts.ts';
import { systemCode } from '../system/system-code.ts';
import { ACTIVITIES, type Activity, createActivity } from '../terminal/activity.ts';
import { FileExists, writeNewFile, writeStdout } from './file.ts';
import { backupKey } from './key.ts';

/** `hushlink backup`: a snapshot beside a running server, sealed as it is written. */
export async function backup(options: BackupOptions, release: string, io: CliIo, outside: ConfigIo): Promise<Outcome> {
  const isPiped = options.to === '-';
  if (isPiped && options.json) return failed('usage', STORE_TEXTS.jsonOnStdout);
  if (isPiped && io.stdout.isTTY) return failed('usage', STORE_TEXTS.onTerminal);
  const key = await backupKey(options, { isNew: true, isStdinTaken: false }, io);
  if (!key.ok) return key;
  const hasSecrets = options.withSecrets === true;
  if (hasSecrets) say(io, STORE_TEXTS.withSecrets);
  const write = async ({ store }: StorePlace): Promise<Outcome> => {
    // A store that a move has left behind, or only begun to fill, is not the whole site: its backup would lack a part.
    const mark = await store.gate.mark();
    if (mark !== null && mark.kind !== 'moving') return failed('server', markText(mark));
    const now = () => Date.now();
    const madeAtMs = now();
    const deps = { store, key: key.value, hasSecrets, release, now };
    const { bytes, counts } = makeBackup({ ...deps, randomBytes: (size) => randomBytes(size) });
    const activity = createActivity(options, io);
    try {
      const counted = shownBytes(bytes, activity);
      const size = await (isPiped ? writeStdout(io, counted) : writeNewFile(options.to, counted, io));
      activity.endWith(undefined);
      const [accounts, domains] = [counts.customer ?? 0, counts.domain ?? 0];
      const secrets = hasSecrets ? (counts.secret ?? 0) : null;
      const notes = [STORE_TEXTS.made(accounts, domains, secrets), STORE_TEXTS.siteSecretApart];
      if (isPiped) return said(notes, io);
      const made = { backup: options.to, made_at: toSeconds(madeAtMs), bytes: size };
      return ok({ line: `${options.to}\n`, json: { ...made, accounts, domains, secrets }, notes });
    } catch (error) {
      return activity.endWith(isPiped && systemCode(error) === 'EPIPE' ? unread : notWritten(error));
    }
  };
  return atStore(outside, write, { mayBeNew: false });
}

async function* shownBytes(bytes: AsyncIterable<Buffer>, activity: Activity): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    sizeBytes += chunk.length;
    activity.show(ACTIVITIES.writing(sizeBytes));
    yield chunk;
  }
}

function said(notes: readonly string[], io: CliIo): Outcome {
  for (const note of notes) say(io, note);
  return ok(undefined);
}

/** Whoever closes the pipe wants no message, but what has gone through it is no backup. */
const unread: Outcome = ok({ line: '', json: {}, notes: [], exitCode: EXIT_CODES.undelivered });

function notWritten(error: unknown): Failed {
  if (error instanceof FileExists) return failed('usage', STORE_TEXTS.exists);
  if (error instanceof StoreUnavailable) throw error;
  return failed('undelivered', STORE_TEXTS.notWritten(systemCode(error)));
}
