import { createDeparture } from '#src/compose/departure.ts';
import type { Config } from '#src/config/config.ts';
import type { Departure } from '#src/features/accounts/account-deps.ts';
import { custIdOf } from '#src/features/accounts/address.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { ok, type Result } from '#src/result.ts';
import type { Store } from '#src/store/store.ts';
import type { Outcome } from '../answer.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { ConfigIo } from '../server/config.ts';
import { atSite, type SitePlace } from '../store/site-place.ts';
import { TEXTS } from '../texts.ts';

/** The accounts of a site, beside a server that may run on them. */
export interface Place {
  readonly config: Config;
  readonly accounts: Store['accounts'];
  /** Gives what removes all that goes with an account; fails without the site's own secret. */
  departing(): Promise<Result<Departure, CliFailure>>;
}

/** Runs `work` on the store of the configuration. It must exist: only making an account may begin one (`mayBeNew`). */
export function atPlace(
  io: ConfigIo,
  work: (place: Place) => Promise<Outcome>,
  options: { readonly mayBeNew: boolean } = { mayBeNew: false },
): Promise<Outcome> {
  const atIt = ({ config, store, openRing }: SitePlace) => {
    const departing = async () => {
      const ring = await openRing();
      if (!ring.ok) return failed('configuration', TEXTS.customers.notDeleted(ring.failure.message));
      return ok(createDeparture(store, { seal: ring.value, now: () => Date.now(), wakeBilling: () => {} }));
    };
    return work({ config, accounts: store.accounts, departing });
  };
  return atSite(io, atIt, options);
}

export function readAddress(text: string): Result<CustId, CliFailure> {
  const custid = custIdOf(text);
  return custid === null ? failed('usage', TEXTS.customers.notAnAddress) : ok(custid);
}
