import type { ReactNode } from 'react';
import { BrandMark } from '#src/ui/brand-mark.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext } from '../page-props.ts';
import { SkipLink } from './skip-link.tsx';

/** Masthead, centred main area, footer. */
export function DefaultLayout({ context, children }: { context: PageContext; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Header siteName={context.siteName} />
      <main className="main" id="main">
        {children}
      </main>
      <Footer context={context} />
    </>
  );
}

function Header({ siteName }: { siteName: string }) {
  const { t } = useTexts();
  return (
    <header className="head">
      <a className="brand" href="/" aria-label={t('shell.header.home', { site: siteName })}>
        <BrandMark />
        <span>{siteName}</span>
      </a>
    </header>
  );
}

function Footer({ context }: { context: PageContext }) {
  const { t } = useTexts();
  return (
    <footer className="foot">
      <div className="foot__in">
        <p>
          {t('shell.footer.copyright', { year: String(context.year), site: context.siteName })}{' '}
          <span className="nowrap">{`v${context.version}`}</span>
        </p>
        <div className="foot__tools">
          <button
            className="btn btn--icon btn--quiet needs-script"
            type="button"
            data-theme-toggle=""
            aria-label={t('shell.footer.theme')}
          >
            <Icon name="moon" />
          </button>
        </div>
      </div>
    </footer>
  );
}
