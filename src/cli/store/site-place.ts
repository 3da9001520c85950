import { randomBytes } from 'node:crypto';
import { keyRefusalText } from '#src/compose/keys.ts';
import type { Config } from '#src/config/config.ts';
import { problemText } from '#src/config/problem.ts';
import type { KeyRing } from '#src/crypto/key-ring.ts';
import { readKeys } from '#src/features/keys/settling.ts';
import { openSeal } from '#src/open-seal.ts';
import { ok, type Result } from '#src/result.ts';
import type { Store } from '#src/store/store.ts';
import type { Outcome } from '../answer.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { ConfigIo } from '../server/config.ts';
import { atStore, type StorePlace } from './place.ts';

/** A site as its operator finds it, beside a server that may run on it. */
export interface SitePlace {
  readonly config: Config;
  readonly store: Store;
  /** The site's secrets, with the names of this store; fails where they do not belong together. */
  openRing(): Promise<Result<KeyRing, CliFailure>>;
}

/** Runs `work` on the store of the configuration. */
export function atSite(
  io: ConfigIo,
  work: (place: SitePlace) => Promise<Outcome>,
  options: { readonly mayBeNew: boolean },
): Promise<Outcome> {
  const withRing = ({ config, store, log }: StorePlace) => {
    const openRing = async () => {
      const mayMake = (await store.keys.record()) === null;
      const seal = await openSeal(config, { log, drawBytes: (size) => randomBytes(size), mayMake });
      if (!seal.ok) return failed('configuration', seal.failure.problems.map(problemText).join('\n'));
      const ring = await readKeys(store.keys, seal.value);
      return ring.ok ? ok(ring.value) : failed('configuration', keyRefusalText(ring.failure));
    };
    return work({ config, store, openRing });
  };
  return atStore(io, withRing, options);
}
