import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import { type Regions, regionUrl } from '#src/features/regions/region.ts';
import type { JurisdictionWire } from '#src/features/regions/region-wire.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';

interface RegionSectionProps extends Pick<SiteGlobalsWire, 'authentication'> {
  /** Begins the id of its heading: the section stands in the page twice. */
  readonly id: string;
  readonly regions: Regions;
  /** One below the heading that it stands under. */
  readonly heading: 'h2' | 'h3';
}

/** The region this site is in, what a region is, and the way to all of them. */
export function RegionSection({
  id,
  regions: { isEnabled, current, jurisdictions },
  authentication,
  heading: Heading,
}: RegionSectionProps) {
  const { t } = useTexts();
  if (!isEnabled) return null;
  const headingId = `${id}-region`;
  return (
    <section className="stack stack--sm" aria-labelledby={headingId}>
      <Heading id={headingId}>{t('settings.region.title')}</Heading>
      {current !== null && <CurrentRegion {...current} />}
      <details className="disc">
        <summary>
          {t('settings.region.question')}
          <Icon name="chevron-down" />
        </summary>
        <div className="disc__body disc__body--prose">
          <p>{t('settings.region.answer')}</p>
        </div>
      </details>
      <ul className="regions" aria-label={t('settings.region.list')}>
        {jurisdictions.map((region) => (
          <li key={region.identifier}>
            <a
              className="menu__item"
              href={regionUrl(region, current, authentication)}
              aria-current={region.identifier === current?.identifier ? 'true' : undefined}
            >
              <Icon name={region.icon} />
              <span>{region.display_name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CurrentRegion({ display_name: name, domain }: JurisdictionWire) {
  const { t } = useTexts();
  return (
    <div className="row row--between">
      <span>
        <b>{name}</b>
        <br />
        <span className="faint">
          <bdi>{domain}</bdi>
        </span>
      </span>
      <span className="badge">{t('settings.region.current')}</span>
    </div>
  );
}
