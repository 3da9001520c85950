import { BrandMark } from '#src/ui/brand-mark.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageBrand, PageContext } from '../page-props.ts';
import type { FooterName } from '../screen.ts';
import { FooterLinks } from './footer-links.tsx';
import type { Frame } from './frame.ts';
import { RegionMenu } from './region-menu.tsx';
import { regionsOn } from './regions.ts';

interface FooterProps {
  readonly name: FooterName;
  readonly context: PageContext;
}

export function Footer({ name, context }: FooterProps) {
  if (context.brand !== null) return <DomainFooter name={name} context={context} brand={context.brand} />;
  switch (name) {
    case 'none':
      return null;
    case 'powered':
      return <PoweredBy context={context} />;
    default:
      return <SiteFooter hasVersion={name !== 'bare'} hasLinks={name === 'full'} context={context} />;
  }
}

interface SiteFooterProps {
  readonly hasVersion: boolean;
  readonly hasLinks: boolean;
  readonly context: PageContext;
}

function SiteFooter({ hasVersion, hasLinks, context }: SiteFooterProps) {
  const { t } = useTexts();
  return (
    <footer className="foot">
      <div className="foot__in">
        <p>
          {`${t('shell.footer.copyright', { year: String(context.year), site: context.siteName })} `}
          {hasVersion && <span className="nowrap">{`v${context.version}`}</span>}
        </p>
        {hasLinks && <FooterLinks context={context} />}
        <Tools context={context} />
      </div>
    </footer>
  );
}

/** On a custom domain: the site that runs it, without links to pages that are not served there. */
function DomainFooter({ name, context, brand }: FooterProps & { readonly brand: PageBrand }) {
  const { t } = useTexts();
  if (name === 'none') return null;
  const site = <a href={brand.siteUrl}>{t('shell.powered.by', { host: context.siteName })}</a>;
  if (name === 'powered') return <footer className="foot foot--powered">{site}</footer>;
  return (
    <footer className="foot">
      <div className="foot__in">
        <p>{site}</p>
        <div className="foot__tools">
          <ThemeButton />
        </div>
      </div>
    </footer>
  );
}

function Tools({ context }: { context: PageContext }) {
  const { t } = useTexts();
  const { feedback_enabled: hasFeedback, authentication } = context.globals;
  return (
    <div className="foot__tools">
      {hasFeedback && (
        <a className="btn btn--quiet" href="/feedback" data-feedback-open="">
          {t('shell.footer.feedback')}
        </a>
      )}
      <RegionMenu regions={regionsOn(context.globals)} authentication={authentication} />
      <ThemeButton />
    </div>
  );
}

/** Whether the footer of this frame leads to the feedback. */
export function hasFeedbackLink({ footer }: Frame, { brand, globals }: PageContext): boolean {
  return brand === null && footer !== 'none' && footer !== 'powered' && globals.feedback_enabled;
}

function ThemeButton() {
  const { t } = useTexts();
  return (
    <button
      className="btn btn--icon btn--quiet needs-script"
      type="button"
      data-theme-toggle=""
      aria-label={t('shell.footer.theme')}
    >
      <Icon name="moon" />
    </button>
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
