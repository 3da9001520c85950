import type { Domain } from '#src/features/domains/domain.ts';
import type { SecretFacts } from './secret-facts.ts';
import type { SecretRow } from './secret-store.ts';

export interface SharedFor {
  readonly facts: Pick<SecretFacts, 'shareDomain'>;
  readonly row: Pick<SecretRow, 'ownerTag' | 'createdAtMs'>;
}

/**
 * Whether a secret was shared for this domain. Whoever gets a domain that somebody else had before gets
 * none of the secrets of that time, nor a link to them: a customer's are only for the customer's own domain,
 * a visitor's for the one that was there.
 */
export function isSharedFor(domain: Domain, { facts, row }: SharedFor): boolean {
  if (facts.shareDomain !== domain.name) return false;
  const { verifiedAtMs } = domain.proof;
  if (row.ownerTag !== null) return row.ownerTag === domain.ownerTag;
  return verifiedAtMs !== null && row.createdAtMs >= verifiedAtMs;
}
