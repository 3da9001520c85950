import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { needText } from '#src/compose/keys.ts';
import type { Config } from '#src/config/config.ts';
import {
  dropPreviousSecrets,
  MOST_PREVIOUS,
  rotateKeptSecret,
  SITE_SECRET_FILE,
} from '#src/config/previous-secrets.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { forgetKey, type KeyStatus, keyStatuses } from '#src/features/keys/key-status.ts';
import { ok, type Result } from '#src/result.ts';
import type { Answer, Outcome } from '../answer.ts';
import { type CliFailure, type Failed, failed } from '../failure.ts';
import { type CliIo, canAsk, say } from '../io.ts';
import type { ConfigIo } from '../server/config.ts';
import { isAbsent } from '../store/place.ts';
import { atSite, type SitePlace } from '../store/site-place.ts';
import { inTurn } from '../system/in-turn.ts';
import { systemCode } from '../system/system-code.ts';
import { askConsent } from '../terminal/ask.ts';
import { TEXTS } from '../texts.ts';
import type { KeysCommand } from './command.ts';
import { KEYS_TEXTS } from './texts.ts';

/** `hushlink keys …`: on the store of the configuration, as its operator. */
export async function keys(command: KeysCommand, io: CliIo, outside: ConfigIo): Promise<Outcome> {
  const work = (place: SitePlace) => {
    switch (command.kind) {
      case 'status':
        return status(place);
      case 'rotate':
        return rotate(place, io);
      case 'drop':
        return drop(command, place, io);
    }
  };
  return atSite(outside, work, { mayBeNew: false });
}

async function status({ store, openRing }: SitePlace): Promise<Outcome> {
  const ring = await openRing();
  if (!ring.ok) return ring;
  return ok(statusAnswer(await keyStatuses(store.keys, ring.value, Date.now()), ring.value.siteKeyId));
}

function statusAnswer(statuses: readonly KeyStatus[], current: string): Answer {
  const idOf = ({ siteKeyId }: KeyStatus) => siteKeyId ?? KEYS_TEXTS.unknown;
  const listed = statuses.map((one) => ({
    id: one.siteKeyId,
    role: one.role,
    droppable: isDroppable(one),
    needs: one.needs.map(({ kind, rows, untilMs }) => ({
      ...{ kind, rows },
      until: untilMs === null ? null : Math.ceil(untilMs / 1000),
    })),
  }));
  return {
    line: statuses.map((one) => `${idOf(one)}\t${stateText(one)}\n`).join(''),
    json: { current, keys: listed },
    notes: statuses.filter(isDroppable).map((one) => KEYS_TEXTS.howToDrop(idOf(one))),
  };
}

function stateText({ role, needs, mayStillSeal }: KeyStatus): string {
  if (role === 'current') return KEYS_TEXTS.current;
  if (mayStillSeal && needs.length === 0) return KEYS_TEXTS.inUse;
  const state = needs.length === 0 ? KEYS_TEXTS.free : KEYS_TEXTS.neededBy(needs.map(needText).join(', '));
  return role === 'missing' ? KEYS_TEXTS.missing(state) : state;
}

function isDroppable({ role, needs, mayStillSeal }: KeyStatus): boolean {
  return role !== 'current' && needs.length === 0 && !mayStillSeal;
}

/** Only what the data folder keeps can be changed from here. */
async function rotate({ config, openRing }: SitePlace, io: CliIo): Promise<Outcome> {
  const { dataFolder, site } = config;
  if (site.secret !== null) return failed('configuration', KEYS_TEXTS.configured);
  if (isAbsent(join(dataFolder, SITE_SECRET_FILE))) return failed('configuration', KEYS_TEXTS.notKept);
  // Under another store's secret nothing must be changed.
  const ring = await openRing();
  if (!ring.ok) return ring;
  try {
    const made = await inTurn(join(dataFolder, SITE_SECRET_FILE), io, () => rotateKeptSecret(dataFolder, randomBytes));
    if (made === null) return failed('usage', KEYS_TEXTS.tooMany(MOST_PREVIOUS));
    const current = idOf(made.secret.reveal());
    return ok({
      line: `${current}\n`,
      json: { current, previous: idOf(made.replaced.reveal()), file: made.kept },
      notes: [KEYS_TEXTS.rotated(made.kept, made.previous), KEYS_TEXTS.restart],
    });
  } catch (error) {
    return notChanged(config, error);
  }
}

async function drop(
  { id, isConfirmed }: Extract<KeysCommand, { kind: 'drop' }>,
  { config, store, openRing }: SitePlace,
  io: CliIo,
): Promise<Outcome> {
  const ring = await openRing();
  if (!ring.ok) return ring;
  if (id === ring.value.siteKeyId) return failed('usage', KEYS_TEXTS.inForce);
  const found = (await keyStatuses(store.keys, ring.value, Date.now())).find(({ siteKeyId }) => siteKeyId === id);
  if (found === undefined) return failed('gone', KEYS_TEXTS.noSuchKey);
  const confirmed = await confirm(found, isConfirmed, io);
  if (!confirmed.ok) return confirmed;
  await forgetKey(store.keys, ring.value, id);
  try {
    const dropKept = () => dropPreviousSecrets(config.dataFolder, (secret) => idOf(secret) === id);
    await inTurn(join(config.dataFolder, SITE_SECRET_FILE), io, dropKept);
  } catch (error) {
    return notChanged(config, error);
  }
  const isConfigured = config.site.previousSecrets.some((secret) => idOf(secret.reveal()) === id);
  return ok({
    line: 'dropped\n',
    json: { id, dropped: true },
    notes: isConfigured ? [KEYS_TEXTS.stillConfigured] : [],
  });
}

function notChanged({ dataFolder }: Config, error: unknown): Failed {
  return failed('configuration', KEYS_TEXTS.notChanged(join(dataFolder, SITE_SECRET_FILE), systemCode(error)));
}

async function confirm(found: KeyStatus, isConfirmed: boolean, io: CliIo): Promise<Result<void, CliFailure>> {
  if (isConfirmed || isDroppable(found)) return ok(undefined);
  const { needs } = found;
  const lost = needs.length === 0 ? KEYS_TEXTS.unstarted : KEYS_TEXTS.lost(needs.map(needText).join(', '));
  if (!canAsk(io)) return failed('usage', `${lost} ${TEXTS.errors.yesNeeded}`);
  say(io, lost);
  return askConsent(KEYS_TEXTS.sure, false, io);
}

function idOf(siteSecret: Buffer): string {
  return createKeyRing({ siteSecret, randomBytes }).siteKeyId;
}
