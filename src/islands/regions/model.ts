import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { type ListedRegions, type Regions, regionsInForce } from '#src/features/regions/region.ts';
import type { JurisdictionWire } from '#src/features/regions/region-wire.ts';

/** What a page knows of regions, for its islands. */
export interface JurisdictionStore {
  readonly isEnabled: ReadonlySignal<boolean>;
  /** null while nothing is known, without any region, or after an error. */
  readonly current: ReadonlySignal<JurisdictionWire | null>;
  readonly jurisdictions: ReadonlySignal<readonly JurisdictionWire[]>;
  /** Until it is told what there is. */
  readonly isLoading: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<RegionError | null>;
  /** Takes the list and the identifier of the current one; a later call replaces what an earlier one has told. */
  init(listed: ListedRegions): void;
}

/** The region that this site is said to be in is not among those listed. */
export type RegionError = 'unknown-region';

const NOTHING: Regions = { isEnabled: false, current: null, jurisdictions: [] };

export function createJurisdictionStore(): JurisdictionStore {
  const told = signal<Regions | null>(null);
  const regions = computed(() => told.value ?? NOTHING);
  return {
    isEnabled: computed(() => regions.value.isEnabled),
    current: computed(() => regions.value.current),
    jurisdictions: computed(() => regions.value.jurisdictions),
    isLoading: computed(() => told.value === null),
    error: computed(() => errorOf(regions.value)),
    init(listed) {
      told.value = regionsInForce(listed);
    },
  };
}

function errorOf({ current, jurisdictions }: Regions): RegionError | null {
  return current === null && jurisdictions.length > 0 ? 'unknown-region' : null;
}
