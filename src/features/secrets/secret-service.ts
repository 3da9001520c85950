import { type Conceal, createConceal } from './conceal.ts';
import { createOwnerSide, type OwnerSide } from './owner.ts';
import { createRecipientSide, type RecipientSide } from './recipient.ts';
import type { SecretDeps } from './secret-deps.ts';
import { createSenderSide, type SenderSide } from './sender.ts';

/** Everything that is decided about secrets: making them, the recipient's, the sender's and the owner's side. */
export interface SecretService {
  readonly conceal: Conceal;
  readonly recipient: RecipientSide;
  readonly sender: SenderSide;
  readonly owner: OwnerSide;
}

export function createSecretService(deps: SecretDeps): SecretService {
  return {
    conceal: createConceal(deps),
    recipient: createRecipientSide(deps),
    sender: createSenderSide(deps),
    owner: createOwnerSide(deps),
  };
}
