import type { ReactNode } from 'react';
import { BrandMark } from '#src/ui/brand-mark.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext } from '../page-props.ts';
import { SkipLink } from './skip-link.tsx';

/** For strangers with a link: no masthead, no navigation, only the slip and who hosts it. */
export function SlipLayout({ context, children }: { context: PageContext; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <>
      <SkipLink />
      <main className="main main--slip" id="main">
        {children}
      </main>
      <footer className="foot foot--powered">
        <a href={context.siteUrl}>
          <BrandMark />
          <span>
            <Slotted text={t('shell.powered.by', { host: SLOT })}>
              <bdi>{context.siteHost}</bdi>
            </Slotted>
          </span>
        </a>
      </footer>
    </>
  );
}
