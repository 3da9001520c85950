import type { Domain } from '#src/features/domains/domain.ts';
import type { SecretFacts } from './secret-facts.ts';
import type { SecretRow } from './secret-store.ts';

export interface SharedFor {
  readonly facts: Pick<SecretFacts, 'shareDomain'>;
  readonly row: Pick<SecretRow, 'ownerTag' | 'createdAtMs'>;
}

/**
 * Whether a secret was shared for this record of a domain. Whoever takes over a domain gets none of the secrets of its
 * earlier owner's time, nor a link to them: a customer's secret belongs to that customer's record alone, a visitor's to
 * the record that was verified when it was made.
 */
export function isSharedFor(domain: Domain, { facts, row }: SharedFor): boolean {
  if (facts.shareDomain !== domain.name) return false;
  const { verifiedAtMs } = domain.proof;
  if (row.ownerTag !== null) return row.ownerTag === domain.ownerTag;
  return verifiedAtMs !== null && row.createdAtMs >= verifiedAtMs;
}
