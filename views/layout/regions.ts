import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import { type ListedRegions, type Regions, regionsInForce } from '#src/features/regions/region.ts';

/** The regions that a page has been told of; the one this site is in stands first. */
export function listedRegions({ regions_enabled: isEnabled, jurisdictions }: SiteGlobalsWire): ListedRegions {
  return { isEnabled, jurisdictions, current: jurisdictions[0]?.identifier ?? null };
}

export function regionsOn(globals: SiteGlobalsWire): Regions {
  return regionsInForce(listedRegions(globals));
}
