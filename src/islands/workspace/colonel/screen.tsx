import { useLayoutEffect, useState } from 'react';
import type { BillingState } from '#src/features/colonel/colonel-wire.ts';
import { useTexts } from '#src/ui/texts.tsx';
import type { ScreenProps } from '../screens.ts';
import { Customers } from './customers.tsx';
import { Feedback } from './feedback.tsx';
import { Stats } from './stats.tsx';

const PANELS = ['stats', 'customers', 'feedback', 'misc'] as const;

type Panel = (typeof PANELS)[number];

/** Without script all panels stand below each other; with it the address shows one of them. */
export function ColonelScreen({ colonel }: ScreenProps['colonel']) {
  const { t } = useTexts();
  const [current, setCurrent] = useState<Panel>(PANELS[0]);

  // Follows the address, which is the browser's, and may name a panel before this is drawn.
  useLayoutEffect(() => {
    const follow = () => setCurrent(panelOfAddress);
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  const titles: Record<Panel, string> = {
    stats: t('colonel.tabs.stats'),
    customers: t('colonel.tabs.customers'),
    feedback: t('colonel.tabs.feedback'),
    misc: t('colonel.tabs.misc'),
  };
  const drawings = {
    stats: <Stats colonel={colonel} />,
    customers: <Customers customers={colonel.recent_customers} />,
    feedback: <Feedback colonel={colonel} />,
    misc: <Misc colonel={colonel} />,
  };
  return (
    <>
      <header className="title title--row">
        <h1 tabIndex={-1}>{t('workspace.title.colonel')}</h1>
        <p className="faint">{t('colonel.page.active')}</p>
      </header>
      <nav className="tabs app-tabs" aria-label={t('workspace.title.colonel')}>
        {PANELS.map((panel) => (
          <a key={panel} href={`#${panel}`} aria-current={panel === current ? 'page' : undefined}>
            {titles[panel]}
          </a>
        ))}
      </nav>
      {PANELS.map((panel) => (
        <section
          key={panel}
          id={panel}
          className={panel === current ? 'panel is-shown' : 'panel'}
          aria-label={titles[panel]}
        >
          <h2 className="without-script">{titles[panel]}</h2>
          {drawings[panel]}
        </section>
      ))}
    </>
  );
}

function Misc({ colonel }: ScreenProps['colonel']) {
  const { t } = useTexts();
  const billing: Record<BillingState, string> = {
    off: t('colonel.billing.off'),
    links: t('colonel.billing.links'),
    on: t('colonel.billing.on'),
  };
  return (
    <div className="stack">
      <p>{billing[colonel.billing]}</p>
      <StoreInfo info={colonel.redis_info} />
    </div>
  );
}

function StoreInfo({ info }: { info: ScreenProps['colonel']['colonel']['redis_info'] }) {
  const lines = Object.entries(info).map(([name, value]) => `${name}:${value}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll sideways, and the keyboard must reach that
    <pre className="code" tabIndex={0} dir="ltr">
      {lines.join('\n')}
    </pre>
  );
}

/** The way to the content names no panel: the one that is shown stays. */
function panelOfAddress(shown: Panel): Panel {
  if (location.hash === '') return PANELS[0];
  return PANELS.find((panel) => location.hash === `#${panel}`) ?? shown;
}
