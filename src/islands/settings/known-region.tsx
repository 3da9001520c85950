import { useSignals } from '@preact/signals-react/runtime';
import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import { Alert } from '#src/ui/alert.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { JurisdictionStore } from '../regions/model.ts';
import { RegionSection } from './region.tsx';

interface KnownRegionProps extends Pick<SiteGlobalsWire, 'authentication'> {
  readonly id: string;
  readonly store: JurisdictionStore;
}

/** The regions as far as this page has been told of them. */
export function KnownRegion({ id, store, authentication }: KnownRegionProps) {
  useSignals();
  const { t } = useTexts();
  const { isEnabled, current, jurisdictions, isLoading, error } = store;
  if (isLoading.value || !isEnabled.value) return null;
  return (
    <>
      {error.value === 'unknown-region' && <Alert kind="warn">{t('settings.region.unknown')}</Alert>}
      <RegionSection
        id={id}
        regions={{ isEnabled: true, current: current.value, jurisdictions: jurisdictions.value }}
        authentication={authentication}
        heading="h3"
      />
    </>
  );
}
