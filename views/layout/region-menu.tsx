import type { JurisdictionWire } from '#src/features/pages/globals-wire.ts';
import { signUpUrl } from '#src/islands/settings/region.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';

/** The region this site is in, and the way to the others. */
export function RegionMenu({ jurisdictions }: { jurisdictions: readonly JurisdictionWire[] }) {
  const { t } = useTexts();
  const [current] = jurisdictions;
  if (current === undefined) return null;
  return (
    <details className="menu">
      <summary className="btn btn--quiet">
        <Icon name="globe" variant="icon--sm" />
        {current.identifier}
      </summary>
      <nav className="menu__panel menu__panel--up" aria-label={t('shell.footer.region')}>
        {jurisdictions.map((region) => (
          <a
            key={region.identifier}
            className="menu__item"
            href={signUpUrl(region)}
            aria-current={region === current ? 'true' : undefined}
          >
            {region.display_name}
          </a>
        ))}
      </nav>
    </details>
  );
}
