import type { JurisdictionWire } from '#src/features/pages/globals-wire.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';

/** Where somebody gets an account in a region. */
export function signUpUrl({ domain }: JurisdictionWire): string {
  return `https://${domain}/signup`;
}

/** The region this site is in, what a region is, and the way to the others. */
export function RegionSection({ jurisdictions }: { jurisdictions: readonly JurisdictionWire[] }) {
  const { t } = useTexts();
  const [current] = jurisdictions;
  if (current === undefined) return null;
  return (
    <section className="stack stack--sm" aria-labelledby="region-title">
      <h3 id="region-title">{t('settings.region.title')}</h3>
      <div className="row row--between">
        <span>
          <b>{current.display_name}</b>
          <br />
          <span className="faint">
            <bdi>{current.domain}</bdi>
          </span>
        </span>
        <span className="badge">{t('settings.region.current')}</span>
      </div>
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
            <a className="menu__item" href={signUpUrl(region)} aria-current={region === current ? 'true' : undefined}>
              <Icon name="globe" />
              <span>{region.display_name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
