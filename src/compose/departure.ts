import type { KeyRing } from '#src/crypto/key-ring.ts';
import type { Departure } from '#src/features/accounts/account-deps.ts';
import { accountHashOf } from '#src/mail/mailer.ts';
import type { Store } from '#src/store/store.ts';
import { outboxSealsOf } from './mail.ts';
import { ownerTags } from './secrets.ts';

interface DepartureDeps {
  readonly seal: KeyRing;
  readonly now: () => number;
  /** Tells whoever cancels what is paid for accounts that are gone. */
  readonly wakeBilling: () => void;
}

/**
 * What goes with a deleted account besides the account itself: the owner's name on secrets, which wait on as nobody's;
 * the owner's domains, whose names are free for others; every mail to the customer or for them; and what is paid for
 * the account, which the server cancels. The server and the commands share it.
 */
export function createDeparture(
  store: Pick<Store, 'secrets' | 'outbox' | 'domains' | 'billing'>,
  { seal, now, wakeBilling }: DepartureDeps,
): Departure {
  const tagOf = ownerTags(seal);
  return {
    begin: (owner) => store.domains.removeAll(tagOf(owner)),
    finish: async (owner) => {
      const steps = await Promise.allSettled([
        store.secrets.disown(tagOf(owner)),
        store.domains.removeAll(tagOf(owner)),
        store.billing.hurry(owner, now()).then(wakeBilling),
        store.outbox.forget(accountHashOf(owner.custid, outboxSealsOf(seal))),
      ]);
      for (const step of steps) if (step.status === 'rejected') throw step.reason;
    },
  };
}
