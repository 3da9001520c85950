import type { RestoreDeps } from '#src/backup/restore.ts';
import { createDeparture } from '#src/compose/departure.ts';
import { ownerTags } from '#src/compose/secrets.ts';
import type { KeyRing } from '#src/crypto/key-ring.ts';
import { NAME_PURPOSES } from '#src/crypto/name-keys.ts';
import { readKeys } from '#src/features/keys/settling.ts';
import type { Store } from '#src/store/store.ts';
import type { RecordKind } from '#src/store/transfer.ts';

/** Judges a backup by the site's secrets, and names the owners of what is in this store. */
export interface RestoreNames extends Pick<RestoreDeps, 'judgeKeyRecord' | 'beforeLoading' | 'tagOf' | 'depart'> {
  /** Whether the store has taken the names of the backup; servers that run on it take them at their next start. */
  hasAdopted(): boolean;
}

/** The kinds of record that names lead to. */
const NAMED: readonly RecordKind[] = ['customer', 'billing', 'domain'];

/**
 * Owners must have the same names in backup and store. The first start of a server gives a store its names; if the site
 * secret was changed before that, they differ from the backup's. The store then takes the backup's names, as long as
 * its own name nobody.
 */
export async function openRestoreNames(store: Store, ring: KeyRing): Promise<RestoreNames> {
  const own = await store.keys.record();
  const ours = own === null ? null : await ringOf(own, store, ring);
  // A store without a record has no owners yet.
  let seal = ours?.ok ? ours.value : ring;
  let adopting: { readonly record: string; readonly seal: KeyRing } | null = null;
  let isAdopted = false;
  return {
    judgeKeyRecord: async (record) => {
      const theirs = await ringOf(record, store, ring);
      if (!theirs.ok || ours?.ok === false) return 'other-site-secret';
      if (ours === null || hasSameNames(ours.value, theirs.value)) return null;
      adopting = { record, seal: theirs.value };
      return (await namesNobody(store)) ? null : 'other-names';
    },
    beforeLoading: async () => {
      if (adopting === null) return;
      if (!(await store.keys.replaceRecord(own, adopting.record))) throw new Error('a server was started meanwhile');
      [seal, isAdopted] = [adopting.seal, true];
    },
    tagOf: (owner) => ownerTags(seal)(owner),
    depart: (owner) => createDeparture(store, { seal, now: () => Date.now(), wakeBilling: () => {} }).finish(owner),
    hasAdopted: () => isAdopted,
  };
}

/** The site's secrets with the names of that record. Never without one: `readKeys` would write it to the store. */
function ringOf(record: string, { keys }: Store, ring: KeyRing) {
  return readKeys({ ...keys, record: async () => record }, ring);
}

function hasSameNames(one: KeyRing, other: KeyRing): boolean {
  return NAME_PURPOSES.every((name) => one.nameKey(name).equals(other.nameKey(name)));
}

async function namesNobody({ transfer }: Store): Promise<boolean> {
  for await (const _ of transfer.dump(NAMED, 0)) return false;
  return true;
}
