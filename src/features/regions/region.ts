import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import type { JurisdictionWire } from './region-wire.ts';

/** What regions are to a site and its pages. Pure: the server and the browser go by the same rules. */

/** A list of regions, not yet looked at. */
export interface ListedRegions {
  readonly isEnabled: boolean;
  readonly jurisdictions: readonly JurisdictionWire[];
  /** The identifier of the one this site is in; null is the first. */
  readonly current: string | null;
}

/** What is in force of a list. */
export interface Regions {
  readonly isEnabled: boolean;
  /** null without any, or when the list does not hold the one that was named. */
  readonly current: JurisdictionWire | null;
  readonly jurisdictions: readonly JurisdictionWire[];
}

/** With regions switched off, only the first of the list is kept, if there is one. */
export function regionsInForce({ isEnabled, jurisdictions, current }: ListedRegions): Regions {
  const [first = null] = jurisdictions;
  if (!isEnabled) return { isEnabled, current: first, jurisdictions: jurisdictions.slice(0, 1) };
  const named = jurisdictions.find(({ identifier }) => identifier === current) ?? null;
  return { isEnabled, current: current === null ? first : named, jurisdictions };
}

/**
 * Where the link of a region leads: to its sign-up, or to its home page if nobody can sign up. We know that of this
 * region alone; for the others we assume it as soon as there are accounts here, and leave the rest to their sites.
 */
export function regionUrl(
  region: JurisdictionWire,
  current: JurisdictionWire | null,
  { enabled, signup }: SiteGlobalsWire['authentication'],
): string {
  const hasSignup = region.identifier === current?.identifier ? signup : enabled;
  return hasSignup ? signUpUrl(region) : `https://${region.domain}/`;
}

/** Where somebody gets an account in a region: always the site of that region itself. */
export function signUpUrl({ domain }: Pick<JurisdictionWire, 'domain'>): string {
  return `https://${domain}/signup`;
}
