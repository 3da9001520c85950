import { randomBytes } from 'node:crypto';
import { createDeparture } from '#src/compose/departure.ts';
import type { Config } from '#src/config/config.ts';
import type { Departure } from '#src/features/accounts/account-deps.ts';
import { custIdOf } from '#src/features/accounts/address.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createLog } from '#src/log/log.ts';
import { openSeal } from '#src/open-seal.ts';
import { openStore } from '#src/open-store.ts';
import { ok, type Result } from '#src/result.ts';
import type { Store } from '#src/store/store.ts';
import type { Outcome } from './answer.ts';
import { type ConfigIo, loadForServer } from './config.ts';
import { type CliFailure, failed } from './failure.ts';
import { TEXTS } from './texts.ts';

/** The accounts of a site, beside a server that may run on them. */
export interface Place {
  readonly config: Config;
  readonly accounts: Store['accounts'];
  /** What removes all that goes with an account, as deleting it does; fails without the site's own secret. */
  departing(): Promise<Result<Departure, CliFailure>>;
}

/** Runs `work` on the store of the configuration. */
export async function atPlace(io: ConfigIo, work: (place: Place) => Promise<Outcome>): Promise<Outcome> {
  const loaded = loadForServer(io);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  // What goes wrong is thrown as well; lines of a log are not for a person at a terminal.
  const log = createLog({ level: 'silent', destination: io.stderr });
  try {
    const store = await openStore(config, log);
    const departing = async () => {
      const seal = await openSeal(config, { log, drawBytes: (size) => randomBytes(size) });
      if (!seal.ok) return failed('configuration', TEXTS.customers.noSiteSecret);
      const { siteKeyCheck } = seal.value;
      if ((await store.site.keepSiteKeyCheck(siteKeyCheck)) !== siteKeyCheck) {
        return failed('configuration', TEXTS.customers.otherSiteSecret);
      }
      return ok(createDeparture(store, { seal: seal.value, now: () => Date.now(), wakeBilling: () => {} }));
    };
    try {
      return await work({ config, accounts: store.accounts, departing });
    } finally {
      await store.close();
    }
  } catch (error) {
    return failed('server', TEXTS.store.notOpened(error instanceof Error ? error.message : String(error)));
  }
}

export function readAddress(text: string): Result<CustId, CliFailure> {
  const custid = custIdOf(text);
  return custid === null ? failed('usage', TEXTS.customers.notAnAddress) : ok(custid);
}
