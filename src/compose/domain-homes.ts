import type { ComposeDeps } from '#src/compose.ts';
import { type KeyRing, openedOrNull } from '#src/crypto/key-ring.ts';
import type { Owner } from '#src/features/accounts/customer.ts';
import type { Domain } from '#src/features/domains/domain.ts';
import type { Plans } from '#src/features/plans/plan.ts';

/**
 * Whose plan decides whether visitors may share on a domain's home page. The tag of an owner leads to no
 * account, so whoever opens a home is named there, sealed for that domain.
 */
export function createHomeOwners(seal: Pick<KeyRing, 'siteSealer'>) {
  const sealer = seal.siteSealer('home-owner');
  return {
    seal: ({ custid, createdAtMs }: Owner, name: Domain['name']) =>
      sealer.seal(name, [custid, createdAtMs]).toString('base64url'),
    /** null where it needs a site secret that is not known any more. */
    open: (sealed: string, name: Domain['name']): Owner | null => {
      const opened = openedOrNull(() => sealer.open(name, Buffer.from(sealed, 'base64url')));
      if (opened === null) return null;
      const [custid, createdAtMs] = opened as [Owner['custid'], number];
      return { custid, createdAtMs };
    },
  };
}

/** Whether visitors may share on the home page of a domain: its owner wants it, and has a plan for it now. */
export function composeHomes(
  { store, seal }: Pick<ComposeDeps, 'store' | 'seal'>,
  plans: Plans,
): (domain: Domain) => Promise<boolean> {
  const owners = createHomeOwners(seal);
  return async ({ brand, name }) => {
    if (!brand.hasHome || !plans.isEnabled) return brand.hasHome;
    if (brand.homeOwner === undefined) return false;
    const owner = owners.open(brand.homeOwner, name);
    const customer = owner && (await store.accounts.find(owner.custid));
    return (
      customer !== null && customer.createdAtMs === owner?.createdAtMs && plans.ofCustomer(customer).hasCustomDomains
    );
  };
}
