import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Moved, type MoveFailure, moveStore } from '#src/backup/move-store.ts';
import type { Config } from '#src/config/config.ts';
import { leaveOutCurrent, PREVIOUS_SECRETS_FILE, SITE_SECRET_FILE } from '#src/config/previous-secrets.ts';
import { readTextFile } from '#src/config/read-text.ts';
import { readStoreAddress, STORE_REFUSALS, type StoreAddress } from '#src/config/store-address.ts';
import { createLog } from '#src/log/log.ts';
import { openStore, reasonOf } from '#src/open-store.ts';
import { ok, type Result } from '#src/result.ts';
import type { Store } from '#src/store/store.ts';
import type { Outcome } from '../answer.ts';
import { type CliFailure, type Failed, failed } from '../failure.ts';
import { type CliIo, say } from '../io.ts';
import { type ConfigIo, loadForServer } from '../server/config.ts';
import { inTurn } from '../system/in-turn.ts';
import { systemCode } from '../system/system-code.ts';
import { askConsent } from '../terminal/ask.ts';
import type { MigrateOptions, ReopenOptions } from './commands.ts';
import { atStore, hasNoFile, type StorePlace } from './place.ts';
import { createProgress } from './progress.ts';
import { STORE_TEXTS } from './texts.ts';

/** `hushlink store migrate`. */
export async function migrate(options: MigrateOptions, io: CliIo, outside: ConfigIo): Promise<Outcome> {
  const loaded = loadForServer(outside);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const to = addressOf('--to', options.to, options.toFile, outside);
  if (!to.ok) return to;
  if (to.value === null) return failed('usage', STORE_TEXTS.addressNeeded);
  const from = addressOf('--from', options.from, options.fromFile, outside);
  if (!from.ok) return from;
  const places = { from: from.value ?? config.store, to: to.value };
  if (keyOf(places.from) === keyOf(places.to)) return failed('usage', STORE_TEXTS.sameStore);
  if (hasNoFile(places.from)) return failed('usage', STORE_TEXTS.noSuchFile);
  const beganAtMs = Date.now();
  const moved = await openBoth(places, { config, outside }, (stores) => move(stores, places, options, io));
  if (!moved.ok) return moved;
  const { records } = moved.value;
  const json = { from: shownOf(places.from), to: shownOf(places.to), records };
  return ok({
    line: STORE_TEXTS.moved(records),
    json: { ...json, seconds: Math.round((Date.now() - beganAtMs) / 1000) },
    notes: [startServers(places.to), ...(await keptSecret(places.to, config, io)), STORE_TEXTS.deleteOld],
  });
}

/** A server looks for a site secret in the data folder with SQLite alone: on Redis it has to be given it. */
async function keptSecret(to: StoreAddress, { dataFolder, site }: Config, io: CliIo): Promise<readonly string[]> {
  const file = join(dataFolder, SITE_SECRET_FILE);
  if (to.kind === 'sqlite' || site.secret !== null || !existsSync(file)) return [];
  const previous = join(dataFolder, PREVIOUS_SECRETS_FILE);
  if (!existsSync(previous)) return [STORE_TEXTS.giveSecret(file, null)];
  // Everything is moved by now. If this cannot be written, the start with these files says so.
  await inTurn(file, io, () => leaveOutCurrent(dataFolder)).catch(() => {});
  return [STORE_TEXTS.giveSecret(file, previous)];
}

interface Both<Value> {
  readonly from: Value;
  readonly to: Value;
}

async function move(
  stores: Both<Store>,
  places: Both<StoreAddress>,
  options: MigrateOptions,
  io: CliIo,
): Promise<Result<Moved, CliFailure>> {
  const progress = createProgress(options, io);
  let isMoved = false;
  try {
    const moved = await moveStore({
      ...{ ...stores, toShown: shownOf(places.to), holder: randomBytes(12).toString('base64url') },
      now: () => Date.now(),
      onClosed: () => say(io, STORE_TEXTS.freezing),
      onMoved: () => {
        isMoved = true;
      },
      onProgress: progress.show,
    });
    progress.end();
    return moved.ok ? ok(moved.value) : refusalOf(moved.failure);
  } catch (error) {
    progress.end();
    const broken = isMoved ? STORE_TEXTS.openingBroken : STORE_TEXTS.moveBroken;
    return failed('server', broken(reasonOf(error)));
  }
}

function refusalOf({ kind }: MoveFailure): Failed {
  return failed(kind === 'lost-lease' ? 'server' : 'refused', STORE_TEXTS.moveFailed(kind));
}

async function openBoth<Value>(
  places: Both<StoreAddress>,
  { config, outside }: { config: Config; outside: ConfigIo },
  work: (stores: Both<Store>) => Promise<Result<Value, CliFailure>>,
): Promise<Result<Value, CliFailure>> {
  const log = createLog({ level: 'silent', destination: outside.stderr });
  // No replica needs to have a copy in time: the old store is still there.
  const open = (store: StoreAddress) => openStore({ ...config, store, waitReplicas: 0 }, log);
  return withOpen(
    () => open(places.from),
    STORE_TEXTS.oldNotOpened,
    async (from) => {
      // Opening makes the file. Without one, no move into it was begun that could be finished: a mark is a refusal.
      const mark = hasNoFile(places.to) ? await from.gate.mark().catch(() => null) : null;
      if (mark !== null) return refusalOf({ kind: `from-${mark.kind}` });
      return withOpen(
        () => open(places.to),
        STORE_TEXTS.newNotOpened,
        (to) => work({ from, to }),
      );
    },
  );
}

async function withOpen<Value>(
  open: () => Promise<Store>,
  notOpened: (reason: string) => string,
  work: (store: Store) => Promise<Result<Value, CliFailure>>,
): Promise<Result<Value, CliFailure>> {
  const opened = await open().then(ok, (error: unknown) => failed('server', notOpened(reasonOf(error))));
  if (!opened.ok) return opened;
  try {
    return await work(opened.value);
  } finally {
    await opened.value.close();
  }
}

/** null if none is given. An address with a password is refused as an argument. */
function addressOf(
  option: string,
  text: string | undefined,
  file: string | undefined,
  outside: ConfigIo,
): Result<StoreAddress | null, CliFailure> {
  if (text !== undefined && file !== undefined) return failed('usage', STORE_TEXTS.addressTwice(option));
  try {
    const given = file === undefined ? text : readTextFile(resolve(outside.cwd(), file)).trim();
    if (given === undefined) return ok(null);
    const address = readStoreAddress(given);
    if (!address.ok) return failed('usage', STORE_TEXTS.notAnAddress(option, STORE_REFUSALS[address.failure.kind]));
    const { value } = address;
    if (value.kind === 'sqlite') return ok({ kind: 'sqlite', path: resolve(outside.cwd(), value.path) });
    const hasPassword = value.urlWithoutPassword !== value.url.reveal();
    if (hasPassword && file === undefined) return failed('usage', STORE_TEXTS.passwordInArgument(option));
    return ok(value);
  } catch (error) {
    return failed('usage', STORE_TEXTS.addressUnreadable(systemCode(error)));
  }
}

function shownOf(address: StoreAddress): string {
  return address.kind === 'sqlite' ? `sqlite:${address.path}` : address.urlWithoutPassword;
}

/** An address with an account is shown without it, and a server cannot be given that. */
function startServers(address: StoreAddress): string {
  const shown = shownOf(address);
  const hidesAccount = address.kind === 'redis' && address.url.reveal() !== shown;
  return hidesAccount ? STORE_TEXTS.startServersAt(shown) : STORE_TEXTS.startServersWith(shown);
}

function keyOf(address: StoreAddress): string {
  return address.kind === 'sqlite' ? address.path : address.url.reveal();
}

/** `hushlink store reopen`. */
export function reopen(options: ReopenOptions, io: CliIo, outside: ConfigIo): Promise<Outcome> {
  const open = async ({ store }: StorePlace): Promise<Outcome> => {
    const mark = await store.gate.mark();
    if (mark === null) return failed('usage', STORE_TEXTS.wasOpen);
    if (mark.kind === 'moving') return failed('refused', STORE_TEXTS.isMoving);
    const consent = await askConsent(STORE_TEXTS.sure, options.yes, io);
    if (!consent.ok) return consent;
    await store.gate.open();
    return ok({ line: STORE_TEXTS.reopened, json: { reopened: true, was: mark.kind }, notes: [] });
  };
  return atStore(outside, open, { mayBeNew: false });
}
