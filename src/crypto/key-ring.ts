import type { MetadataId, MetadataKey, RandomBytes } from './ids.ts';
import {
  NAME_PURPOSES,
  type NameKeys,
  type NamePurpose,
  nameKeysUnder,
  packNameKeys,
  unpackNameKeys,
} from './name-keys.ts';
import { createSeal, type Seal, type SiteSealer } from './seal.ts';

/**
 * The seal of a site whose secret may have been changed: seals with the current one, opens what it and
 * its previous ones have sealed. Rows that name their key are opened by `under`; for what names none each is tried.
 */
export interface KeyRing extends Omit<Seal, 'siteKey'> {
  /** Those that open rows, the current one first. */
  readonly known: readonly [Seal, ...Seal[]];
  /** What made the rows that name this key; null for a site secret that is not known here. */
  under(siteKeyId: string): Seal | null;
  /** For what lives no longer than a visit: the first one signs, any of them is accepted. */
  signingKeys(purpose: SigningPurpose): readonly [Buffer, ...Buffer[]];
  /** The same before and after a change of the site secret. */
  nameKey(purpose: NamePurpose): Buffer;
  /** The keys of names as this secret makes them for a store that begins with it. */
  namesUnder(seal: Seal): NameKeys;
  /** The same ring with the names of a store that has known an earlier secret. */
  withNames(keys: NameKeys): KeyRing;
  /** The keys of names, sealed under the current secret, for the store to keep. */
  sealNames(keys: NameKeys): string;
  /** null where none of the known secrets has sealed them. */
  openNames(sealed: string): KeptNames | null;
}

export type SigningPurpose = 'captcha' | 'session' | 'shrimp';

export interface KeptNames {
  readonly keys: NameKeys;
  /** Sealed under the current secret, and complete: nothing has to be written. */
  readonly isSettled: boolean;
}

export interface KeyRingDeps {
  readonly siteSecret: Buffer;
  readonly previousSecrets?: readonly Buffer[];
  readonly randomBytes: RandomBytes;
}

const NAMES = 'names';

export function createKeyRing({ siteSecret, previousSecrets = [], randomBytes }: KeyRingDeps): KeyRing {
  const sealUnder = (secret: Buffer) => createSeal({ siteSecret: secret, randomBytes });
  const current = sealUnder(siteSecret);
  return ringOf([current, ...previousSecrets.map(sealUnder)], nameKeysUnder(current));
}

function ringOf(known: KeyRing['known'], nameKeys: NameKeys): KeyRing {
  const { siteKey: _, ...current } = known[0];
  return {
    ...current,
    known,
    under: (siteKeyId) => known.find((seal) => seal.siteKeyId === siteKeyId) ?? null,
    openMetadata: (key: MetadataKey, id: MetadataId, sealed: Uint8Array) =>
      firstThatOpens(known, (seal) => seal.openMetadata(key, id, sealed)),
    siteSealer: (purpose) => trying(known.map((seal) => seal.siteSealer(purpose))),
    signingKeys: (purpose) => known.map((seal) => seal.siteKey(purpose)) as [Buffer, ...Buffer[]],
    nameKey: (purpose) => nameKeys[purpose],
    namesUnder: nameKeysUnder,
    withNames: (keys) => ringOf(known, keys),
    sealNames: (keys) => current.siteSealer(NAMES).seal(NAMES, packNameKeys(keys)).toString('base64url'),
    openNames: (sealed) => openNames(known, Buffer.from(sealed, 'base64url')),
  };
}

function openNames(known: KeyRing['known'], sealed: Buffer): KeptNames | null {
  for (const seal of known) {
    const packed = openedOrNull(() => seal.siteSealer(NAMES).open(NAMES, sealed)) as Record<string, string> | null;
    if (packed === null) continue;
    const isComplete = NAME_PURPOSES.every((purpose) => packed[purpose] !== undefined);
    return { keys: unpackNameKeys(packed, nameKeysUnder(known[0])), isSettled: seal === known[0] && isComplete };
  }
  return null;
}

function trying(sealers: readonly SiteSealer[]): SiteSealer {
  return {
    seal: (id, value) => (sealers[0] as SiteSealer).seal(id, value),
    open: (id, sealed) => firstThatOpens(sealers, (sealer) => sealer.open(id, sealed)),
  };
}

/** What was sealed with another key says so by its tag; trying costs nothing but time. */
function firstThatOpens<Key, Value>(keys: readonly Key[], open: (key: Key) => Value): Value {
  for (const key of keys.slice(0, -1)) {
    try {
      return open(key);
    } catch {
      // The next one may.
    }
  }
  return open(keys[keys.length - 1] as Key);
}

/** null for what none of the known secrets has sealed: one that it needs was given up, or has not come here yet. */
export function openedOrNull<Value>(open: () => Value): Value | null {
  try {
    return open();
  } catch {
    return null;
  }
}
