import type { KeyRing } from '#src/crypto/key-ring.ts';
import type { NameKeys } from '#src/crypto/name-keys.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { findNeeds, type KeyNeed } from './key-needs.ts';
import { type KeyRecord, type KnownKey, readKeyRecord, writeKeyRecord } from './key-record.ts';
import type { KeyStore } from './key-store.ts';

export type KeyRefusal =
  /** None of the known secrets is the store's. */
  | { readonly kind: 'other-site-secret' }
  /** Only a secret that is not known here opens the keys of names. */
  | { readonly kind: 'newer-site-secret' }
  /** Secrets were left out that rows still need. */
  | { readonly kind: 'still-needed'; readonly needs: readonly KeyNeed[] };

/**
 * Makes sure that a store and the secrets of the configuration belong together, before anything is served;
 * returns the ring that finds what earlier secrets have named. A store that knew only a previous secret
 * knows the current one from then on. Any number of processes may do this at once, with any of them as
 * their current one: each must know all that rows still need.
 */
export async function settleKeys(store: KeyStore, ring: KeyRing, nowMs: number): Promise<Result<KeyRing, KeyRefusal>> {
  for (;;) {
    const found = await store.record();
    const judged = found === null ? ok(newStore(ring)) : await judge(store, ring, found, nowMs);
    if (!judged.ok) return judged;
    const { record, names } = judged.value;
    if (record === found || (await store.replaceRecord(found, record))) return ok(ring.withNames(names));
  }
}

/** For a command beside the server: a store that has a record stays as it is, and its rows are not looked through. */
export async function readKeys(store: KeyStore, ring: KeyRing): Promise<Result<KeyRing, KeyRefusal>> {
  const found = await store.record();
  if (found === null) return settleKeys(store, ring, 0);
  const names = namesOf(ring, readKeyRecord(found));
  return names.ok ? ok(ring.withNames(names.value)) : names;
}

/** Why the secrets do not go with that record of a store, as far as it tells alone; null where they do. */
export function judgeKeys(ring: KeyRing, found: string): KeyRefusal | null {
  const names = namesOf(ring, readKeyRecord(found));
  return names.ok ? null : names.failure;
}

interface Settled {
  readonly record: string;
  readonly names: NameKeys;
}

function newStore(ring: KeyRing): Settled {
  return { record: ring.siteKeyCheck, names: ring.namesUnder(ring.known[0]) };
}

async function judge(
  store: KeyStore,
  ring: KeyRing,
  found: string,
  nowMs: number,
): Promise<Result<Settled, KeyRefusal>> {
  const record = readKeyRecord(found);
  const names = namesOf(ring, record);
  if (!names.ok) return names;
  if ('onlyCheck' in record) return ok(afterFirst(ring, record.onlyCheck, names.value));
  const strangers = record.keys.filter(({ siteKeyId }) => ring.under(siteKeyId) === null);
  if (strangers.length > 0) {
    const needs = await needsOf(store, ring, strangers, nowMs);
    if (needs.length > 0) return fail({ kind: 'still-needed', needs });
  }
  const keys = [keyOf(ring), ...record.keys.filter((key) => !isSame(key, ring) && !strangers.includes(key))];
  const isSettled = ring.openNames(record.names)?.isSettled === true;
  return ok({
    record: writeKeyRecord({ keys, names: isSettled ? record.names : ring.sealNames(names.value) }),
    names: names.value,
  });
}

/** The record of a store that has known one secret until now, and the keys of names. */
function afterFirst(ring: KeyRing, check: string, names: NameKeys): Settled {
  const first = ring.known.find(({ siteKeyCheck }) => siteKeyCheck === check);
  if (first === undefined || isSame(first, ring)) return { record: check, names };
  return { record: writeKeyRecord({ keys: [keyOf(ring), first], names: ring.sealNames(names) }), names };
}

function namesOf(ring: KeyRing, record: KeyRecord | { onlyCheck: string }): Result<NameKeys, KeyRefusal> {
  if ('onlyCheck' in record) {
    const first = ring.known.find(({ siteKeyCheck }) => siteKeyCheck === record.onlyCheck);
    return first === undefined ? fail({ kind: 'other-site-secret' }) : ok(ring.namesUnder(first));
  }
  const kept = ring.openNames(record.names);
  if (kept !== null) return ok(kept.keys);
  const isStranger = record.keys.every(({ siteKeyId }) => ring.under(siteKeyId) === null);
  return fail({ kind: isStranger ? 'other-site-secret' : 'newer-site-secret' });
}

async function needsOf(store: KeyStore, ring: KeyRing, strangers: readonly KnownKey[], nowMs: number) {
  const ids = new Set<string | null>([null, ...strangers.map(({ siteKeyId }) => siteKeyId)]);
  return (await findNeeds(store, ring, nowMs)).filter(({ siteKeyId }) => ids.has(siteKeyId));
}

function keyOf({ siteKeyId, siteKeyCheck }: KnownKey): KnownKey {
  return { siteKeyId, siteKeyCheck };
}

function isSame(one: KnownKey, other: KnownKey): boolean {
  return one.siteKeyId === other.siteKeyId;
}
