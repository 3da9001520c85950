import type { Refusal } from '#src/http/refusals.ts';
import type { AddFailure, UnknownDomain, VerifyFailure } from './domain-service.ts';

/** Why something about a customer's domain was not done. */
export type DomainFailure = AddFailure | VerifyFailure | UnknownDomain;

/** What the domain refused, as it looks on the wire. A kind without a row does not compile. */
export function refusalOf(failure: DomainFailure): Refusal {
  switch (failure.kind) {
    case 'invalid-domain':
      return { kind: 'invalid-domain', field: 'domain' };
    case 'domain-taken':
      return { kind: 'domain-taken', field: 'domain' };
    case 'too-many-domains':
      return { kind: 'too-many-domains', values: { max: failure.max } };
    case 'added-too-many':
      return { kind: 'added-too-many', field: 'domain', retryAfter: failure.retryAfterSeconds };
    case 'unknown-domain':
      return { kind: 'unknown-domain' };
    case 'account-gone':
      return { kind: 'not-authorized' };
    case 'too-early':
      return {
        ...{ kind: 'domain-too-early', values: { count: failure.retryAfterSeconds } },
        retryAfter: failure.retryAfterSeconds,
      };
  }
}
