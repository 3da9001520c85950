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
  /** No start has met the current one yet, and this was in force at the last: a server that runs seals with it. */
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
 * From now on a start does not miss this secret, whatever needs it; not for the current one. The ring is that of
 * `readKeys`: what only the forgotten one has sealed of the record itself is sealed under the current one first.
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

/** Of a store that has met one secret alone, and not the current one yet; null where there is nothing to forget. */
function wholeRecord(record: ReturnType<typeof readKeyRecord>, ring: KeyRing): KeyRecord | null {
  if ('keys' in record) return record;
  const [current] = ring.known;
  const first = ring.known.find(({ siteKeyCheck }) => siteKeyCheck === record.onlyCheck);
  if (first === undefined || first === current) return null;
  return { keys: [current, first], names: ring.sealNames(ring.namesUnder(first)) };
}

/** Of the secrets that a start has met and rows may need, the newest first: a start puts its own there. */
async function recordedIds(store: KeyStore, ring: KeyRing): Promise<readonly string[]> {
  const found = await store.record();
  const record = found === null ? { keys: [] } : readKeyRecord(found);
  const keys = 'keys' in record ? record.keys : ring.known.filter((seal) => seal.siteKeyCheck === record.onlyCheck);
  return keys.map(({ siteKeyId }) => siteKeyId);
}
