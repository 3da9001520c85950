import { fail, ok, type Result } from '#src/result.ts';
import type { AttemptPolicy, AttemptStore, CountedName } from './attempt-store.ts';

/** `password`: guessing. `mail`: having a mail sent to an address. `reminder`: having one sent again. */
export type Guarded = 'password' | 'mail' | 'reminder';

/** Too many tries: nothing was looked at, and nothing counted. */
export type Limited = { readonly kind: 'limited'; readonly retryAfterSeconds: number };

/** A try that has been counted. */
export interface CountedTry {
  /** It was right: forgets the account's count and takes this one off the network address. */
  succeed(): Promise<void>;
  /** It was not looked at: takes it off both. */
  withdraw(): Promise<void>;
}

/** Stands before everything that can be guessed, or that sends mail to strangers. */
export interface Guard {
  /** Counts a try for the account and the network address together, whether or not there is such an account. */
  begin(guarded: Guarded, account: string, network: string): Promise<Result<CountedTry, Limited>>;
  /** What was counted for the account says nothing any more. */
  forget(guarded: Guarded, account: string): Promise<void>;
}

export interface GuardDeps {
  readonly attempts: AttemptStore;
  /** An HMAC under a key of the site: the store holds no address. */
  readonly nameOf: (text: string) => string;
  readonly policy: GuardPolicy;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface GuardPolicy extends AttemptPolicy {
  /** For one account. */
  readonly tries: number;
  /** For one network address. */
  readonly addressTries: number;
}

const FREE_TRIES = 3;

export function createGuard({ attempts, nameOf, policy, now }: GuardDeps): Guard {
  const accountName = (guarded: Guarded, account: string) => nameOf(`${guarded} account ${account}`);
  const networkBounds = boundsOfNetworks(policy);
  return {
    begin: async (guarded, account, network) => {
      const byAccount = accountName(guarded, account);
      const byNetwork = nameOf(`${guarded} network ${network}`);
      const names: CountedName[] = [
        { name: byAccount, freeTries: FREE_TRIES, tries: policy.tries },
        { name: byNetwork, ...networkBounds },
      ];
      const outcome = await attempts.begin(names, policy, now());
      if (!outcome.isAllowed) {
        return fail({ kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil(outcome.retryAfterMs / 1000)) });
      }
      return ok({
        succeed: async () => {
          await Promise.all([attempts.forget([byAccount]), attempts.giveBack([byNetwork], now())]);
        },
        withdraw: () => attempts.giveBack([byAccount, byNetwork], now()),
      });
    },
    forget: (guarded, account) => attempts.forget([accountName(guarded, account)]),
  };
}

/** Many people may share an address: its waits begin as late as they can and still reach the longest at the limit. */
function boundsOfNetworks({ addressTries, firstDelayMs, maxDelayMs }: GuardPolicy): Omit<CountedName, 'name'> {
  const doublings = firstDelayMs === 0 ? 0 : Math.ceil(Math.log2(maxDelayMs / firstDelayMs));
  return { freeTries: Math.max(FREE_TRIES, addressTries - Math.max(0, doublings)), tries: addressTries };
}
