/** Pictures that the pages have for a region. */
export type RegionIcon = 'globe' | 'flag' | 'building';

/** A region: its data is shared with no other. */
export interface JurisdictionWire {
  readonly identifier: string;
  readonly display_name: string;
  /** host[:port], as its site is reached. */
  readonly domain: string;
  readonly icon: RegionIcon;
}
