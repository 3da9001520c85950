import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import { formatNumber } from '#src/ui/amounts.ts';
import { useTexts } from '#src/ui/texts.tsx';
import type { ScreenName } from './screens.ts';

interface TabsProps {
  readonly current: ScreenName;
  readonly globals: SiteGlobalsWire;
  /** Recent secrets in a list that came later than `globals`; null if none did. */
  readonly fetchedCount: number | null;
}

/** From screen to screen of the dashboard. */
export function Tabs({ current, globals, fetchedCount }: TabsProps) {
  const { t } = useTexts();
  const hasDomains = globals.domains_enabled && globals.plan.options.custom_domains;
  return (
    <nav className="tabs app-tabs" aria-label={t('workspace.tabs.label')}>
      <Tab href="/dashboard" label={t('workspace.tabs.home')} isCurrent={current === 'dashboard'} />
      <Tab
        href="/recent"
        label={t('workspace.tabs.recent')}
        count={fetchedCount ?? globals.metadata_record_count}
        isCurrent={current === 'recent'}
      />
      {hasDomains && (
        <Tab
          href="/account/domains"
          label={t('workspace.tabs.domains')}
          count={globals.custom_domains_record_count}
          isCurrent={current === 'domains'}
        />
      )}
    </nav>
  );
}

interface TabProps {
  readonly href: string;
  readonly label: string;
  readonly count?: number;
  readonly isCurrent: boolean;
}

function Tab({ href, label, count, isCurrent }: TabProps) {
  const { lang } = useTexts();
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {count === undefined ? label : `${label} `}
      {count !== undefined && <span className="badge">{formatNumber(lang, count)}</span>}
    </a>
  );
}
