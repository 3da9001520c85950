import type { Refusal } from '#src/http/refusals.ts';
import type { BrandFailure } from './brand-input.ts';
import type { UnknownDomain } from './domain-service.ts';
import type { LogoFailure } from './logo.ts';

/** Why something about the look of a domain was not changed. */
export type BrandChangeFailure = BrandFailure | LogoFailure | UnknownDomain;

/** What the domain refused, as it looks on the wire. A kind without a row does not compile. */
export function refusalOf(failure: BrandChangeFailure): Refusal {
  switch (failure.kind) {
    case 'unknown-domain':
      return { kind: 'unknown-domain' };
    case 'wrong-input':
      return { kind: 'wrong-input', field: failure.field, values: { field: failure.field } };
    case 'wrong-brand':
      return { kind: failure.field === 'accent' ? 'wrong-accent' : 'wrong-brand', field: failure.field };
    case 'brand-too-long':
      return { kind: 'brand-too-long', field: failure.field, values: { max: failure.max } };
    case 'no-logo':
      return { kind: 'no-logo', field: 'logo' };
    case 'wrong-logo':
      return { kind: 'wrong-logo', field: 'logo' };
    case 'logo-too-large':
      return { kind: 'logo-too-large', field: 'logo', values: { max: failure.maxBytes / 1000 } };
    case 'logo-too-wide':
      return { kind: 'logo-too-wide', field: 'logo', values: { max: failure.maxPixels } };
  }
}
