import type { Owner } from '#src/features/accounts/customer.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { SecretDeps } from './secret-deps.ts';
import type { OwnedRow, SecretRow } from './secret-store.ts';
import type { ListedSecret } from './sender.ts';

/** What a customer can do with all of the own secrets. */
export interface OwnerSide {
  /** The last 30 days, newest first, a thousand at most. Changes nothing. */
  recent(owner: Owner): Promise<readonly ListedSecret[]>;
  /** How many these are. */
  countRecent(owner: Owner): Promise<number>;
  isOwner(owner: Owner | null, row: Pick<SecretRow, 'ownerTag'>): boolean;
}

export const RECENT_MS = 30 * DAY_MS;
const MOST_LISTED = 1000;

export function createOwnerSide(deps: SecretDeps): OwnerSide {
  const { store, owners, now } = deps;
  const listed = ({ id, row, ownerCopy }: OwnedRow): ListedSecret[] => {
    const copy = owners.openCopy(id, ownerCopy);
    return copy === null ? [] : [{ ...copy, row }];
  };
  const range = () => ({ sinceMs: now() - RECENT_MS, limit: MOST_LISTED });
  return {
    recent: async (owner) => (await store.ownedBy(owners.tagOf(owner), range(), now())).flatMap(listed),
    countRecent: (owner) => store.countOwnedBy(owners.tagOf(owner), range(), now()),
    isOwner: (owner, row) => owner !== null && row.ownerTag !== null && owners.tagOf(owner) === row.ownerTag,
  };
}
