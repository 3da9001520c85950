import type { Seal } from '#src/crypto/seal.ts';
import type { Owner } from '#src/features/accounts/customer.ts';
import { accountHashOf } from '#src/mail/mailer.ts';
import type { Store } from '#src/store/store.ts';
import { outboxSealsOf } from './mail.ts';
import { ownerTags } from './secrets.ts';

/**
 * What goes with a deleted account besides the account itself: the owner's name on secrets, which wait
 * on as nobody's, and every mail to the customer or for them. The server and the commands share it.
 */
export function createDeparture(store: Pick<Store, 'secrets' | 'outbox'>, seal: Seal) {
  return async (owner: Owner): Promise<void> => {
    await store.secrets.disown(ownerTags(seal)(owner));
    await store.outbox.forget(accountHashOf(owner.custid, outboxSealsOf(seal)));
  };
}
