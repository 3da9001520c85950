import type { RestoreDeps } from '#src/backup/restore.ts';
import { createDeparture } from '#src/compose/departure.ts';
import { ownerTags } from '#src/compose/secrets.ts';
import type { KeyRing } from '#src/crypto/key-ring.ts';
import { NAME_PURPOSES } from '#src/crypto/name-keys.ts';
import { readKeys } from '#src/features/keys/settling.ts';
import type { Store } from '#src/store/store.ts';
import type { RecordKind } from '#src/store/transfer.ts';

/** What the secrets here say of a backup, and of those who own something in this store. */
export interface RestoreNames extends Pick<RestoreDeps, 'judgeKeyRecord' | 'beforeLoading' | 'tagOf' | 'depart'> {
  /** The store goes by the names of the backup now; servers that run on it do not before they are started anew. */
  hasAdopted(): boolean;
}

/** Those that names lead to. */
const NAMED: readonly RecordKind[] = ['customer', 'billing', 'domain'];

/**
 * Owners must have the same names in backup and store. A store that has begun under a changed site secret, and a server
 * has begun it by its first start, has other names than the site had: it takes those of the backup while they name nobody.
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

/** The site's secrets with the names of that record. Never asked for none: a store would be given one. */
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
