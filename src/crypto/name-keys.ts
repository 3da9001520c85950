import type { Seal } from './seal.ts';

/**
 * What is named in the store by an HMAC and found by that name again: accounts in their mails, owners on
 * their secrets, networks that are counted; and proofs that stand outside, in a customer's DNS. Names outlive
 * the site secret they were first made with: whoever changes it takes their keys along. A later release may
 * add a purpose; none may go while there are stores that have it.
 */
export const NAME_PURPOSES = [
  ...['attempts', 'domain-places', 'domain-proof', 'feedback-network', 'incoming-network', 'mail-places'],
  ...['outbox-name', 'owner', 'payment-reference', 'share-domain'],
] as const;

export type NamePurpose = (typeof NAME_PURPOSES)[number];

export type NameKeys = Readonly<Record<NamePurpose, Buffer>>;

/** As the first secret of a site makes them. */
export function nameKeysUnder(seal: Pick<Seal, 'siteKey'>): NameKeys {
  return nameKeysBy((purpose) => seal.siteKey(purpose));
}

/** What JSON can hold of them. */
export function packNameKeys(keys: NameKeys): Readonly<Record<string, string>> {
  return Object.fromEntries(NAME_PURPOSES.map((purpose) => [purpose, keys[purpose].toString('base64url')]));
}

/** A purpose that the kept ones do not know yet gets the key of `fresh`. */
export function unpackNameKeys(packed: Readonly<Record<string, string>>, fresh: NameKeys): NameKeys {
  return nameKeysBy((purpose) => {
    const kept = packed[purpose];
    return kept === undefined ? fresh[purpose] : Buffer.from(kept, 'base64url');
  });
}

function nameKeysBy(keyOf: (purpose: NamePurpose) => Buffer): NameKeys {
  return Object.fromEntries(NAME_PURPOSES.map((purpose) => [purpose, keyOf(purpose)])) as unknown as NameKeys;
}
