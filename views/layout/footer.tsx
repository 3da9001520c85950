import { BrandMark } from '#src/ui/brand-mark.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext } from '../page-props.ts';
import type { FooterName } from '../screen.ts';
import { RegionMenu } from './region-menu.tsx';

interface FooterProps {
  readonly name: FooterName;
  readonly context: PageContext;
}

export function Footer({ name, context }: FooterProps) {
  switch (name) {
    case 'none':
      return null;
    case 'powered':
      return <PoweredBy context={context} />;
    default:
      return <SiteFooter hasVersion={name !== 'bare'} context={context} />;
  }
}

function SiteFooter({ hasVersion, context }: { hasVersion: boolean; context: PageContext }) {
  const { t } = useTexts();
  return (
    <footer className="foot">
      <div className="foot__in">
        <p>
          {t('shell.footer.copyright', { year: String(context.year), site: context.siteName })}{' '}
          {hasVersion && <span className="nowrap">{`v${context.version}`}</span>}
        </p>
        <Tools context={context} />
      </div>
    </footer>
  );
}

function Tools({ context }: { context: PageContext }) {
  const { t } = useTexts();
  const { feedback_enabled: hasFeedback, regions_enabled: hasRegions, jurisdictions } = context.globals;
  return (
    <div className="foot__tools">
      {hasFeedback && (
        <a className="btn btn--quiet" href="/feedback" data-feedback-open="">
          {t('shell.footer.feedback')}
        </a>
      )}
      {hasRegions && <RegionMenu jurisdictions={jurisdictions} />}
      <button
        className="btn btn--icon btn--quiet needs-script"
        type="button"
        data-theme-toggle=""
        aria-label={t('shell.footer.theme')}
      >
        <Icon name="moon" />
      </button>
    </div>
  );
}

/** For strangers with a link: only who hosts this. */
function PoweredBy({ context }: { context: PageContext }) {
  const { t } = useTexts();
  return (
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
  );
}
