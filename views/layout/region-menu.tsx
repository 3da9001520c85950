import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import { type Regions, regionUrl } from '#src/features/regions/region.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';

interface RegionMenuProps extends Pick<SiteGlobalsWire, 'authentication'> {
  readonly regions: Regions;
}

/** The region this site is in, and the way to the others: links, behind a summary that needs no script. */
export function RegionMenu({ regions, authentication }: RegionMenuProps) {
  const { isEnabled, current, jurisdictions } = regions;
  const { t } = useTexts();
  if (!isEnabled || current === null) return null;
  return (
    <details className="menu">
      <summary className="btn btn--quiet">
        <Icon name={current.icon} variant="icon--sm" />
        <span className="vh">{t('shell.footer.region')}</span>
        {` ${current.identifier}`}
      </summary>
      <nav className="menu__panel menu__panel--up" aria-label={t('shell.footer.region')}>
        {jurisdictions.map((region) => (
          <a
            key={region.identifier}
            className="menu__item"
            href={regionUrl(region, current, authentication)}
            aria-current={region === current ? 'true' : undefined}
          >
            <Icon name={region.icon} />
            {region.display_name}
          </a>
        ))}
      </nav>
    </details>
  );
}
