import type { KeyRing } from '#src/crypto/key-ring.ts';
import { findNeeds, type KeyNeed } from './key-needs.ts';
import { type KeyRecord, readKeyRecord, writeKeyRecord } from './key-record.ts';
import type { KeyStore } from './key-store.ts';

/** What is known of a site secret, and what would not open without it. */
export interface KeyStatus {
  /** null stands for all secrets that are known neither here nor to the store. */
  readonly siteKeyId: string | null;
  /** `current` seals; `previous` opens; `missing` would be needed, or was used, and is not configured. */
  readonly role: 'current' | 'previous' | 'missing';
  readonly needs: readonly KeyNeed[];
  /** It was in force at the last start, and no start has met the current one yet: a running server seals with it. */
  readonly mayStillSeal: boolean;
}

/** The current secret first. Looks through the whole store. */
export async function keyStatuses(store: KeyStore, ring: KeyRing, nowMs: number): Promise<readonly KeyStatus[]> {
  const needs = await findNeeds(store, ring, nowMs);
  const recorded = await recordedIds(store, ring);
  const known = ring.known.map(({ siteKeyId }) => siteKeyId);
  const ids = new Set<string | null>([...known, ...recorded, ...needs.map(({ siteKeyId }) => siteKeyId)]);
  return [...ids].map((siteKeyId) => ({
    siteKeyId,
    role: siteKeyId === ring.siteKeyId ? 'current' : known.some((id) => id === siteKeyId) ? 'previous' : 'missing',
    needs: needs.filter((need) => need.siteKeyId === siteKeyId),
    mayStillSeal: siteKeyId !== ring.siteKeyId && siteKeyId === recorded[0],
  }));
}

/**
 * Takes a secret, not the current one, off the record: from then on a start does not miss it, whatever needs it. The
 * ring is that of `readKeys`: if only the forgotten secret opens the keys of names, they are sealed anew in the same
 * step, under the current one.
 */
export async function forgetKey(store: KeyStore, ring: KeyRing, siteKeyId: string): Promise<void> {
  for (;;) {
    const found = await store.record();
    const record = found === null ? null : wholeRecord(readKeyRecord(found), ring);
    if (found === null || record === null) return;
    const names = ring.openNames(record.names);
    if (names === null) throw new Error('the keys of names do not open');
    const next = writeKeyRecord({
      keys: record.keys.filter((key) => key.siteKeyId !== siteKeyId),
      names: names.isSettled ? record.names : ring.sealNames(names.keys),
    });
    if (next === found || (await store.replaceRecord(found, next))) return;
  }
}

/**
 * The record with all its parts, the secret that the last start had in force first: a server may still seal with it.
 * null if the store has met one secret alone: the current one, or one unknown here.
 */
function wholeRecord(record: ReturnType<typeof readKeyRecord>, ring: KeyRing): KeyRecord | null {
  if ('keys' in record) return record;
  const [current] = ring.known;
  const first = ring.known.find(({ siteKeyCheck }) => siteKeyCheck === record.onlyCheck);
  if (first === undefined || first === current) return null;
  return { keys: [first, current], names: ring.sealNames(ring.namesUnder(first)) };
}

/** The ids of the secrets in the record, the newest first: a start puts its own there. */
async function recordedIds(store: KeyStore, ring: KeyRing): Promise<readonly string[]> {
  const found = await store.record();
  const record = found === null ? { keys: [] } : readKeyRecord(found);
  const keys = 'keys' in record ? record.keys : ring.known.filter((seal) => seal.siteKeyCheck === record.onlyCheck);
  return keys.map(({ siteKeyId }) => siteKeyId);
}
