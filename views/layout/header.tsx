import { BrandMark } from '#src/ui/brand-mark.tsx';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext } from '../page-props.ts';
import type { HeaderName } from '../screen.ts';
import { BrandHeader } from './brand-header.tsx';
import { Broadcast } from './broadcast.tsx';
import { initialOf } from './initial.ts';

interface HeaderProps {
  readonly name: HeaderName;
  readonly hasColonelLink: boolean;
  readonly context: PageContext;
}

export function Header({ name, hasColonelLink, context }: HeaderProps) {
  const { global_banner: banner, customer } = context.globals;
  if (context.brand !== null) return <BrandHeader isLink={name !== 'none'} context={context} brand={context.brand} />;
  if (name === 'none') return null;
  return (
    <>
      {banner !== null && <Broadcast html={banner} />}
      <header className="head">
        <Brand siteName={context.siteName} href={customer === null ? '/' : '/dashboard'} />
        {name === 'full' && <AccountNav hasColonelLink={hasColonelLink} context={context} />}
      </header>
    </>
  );
}

function Brand({ siteName, href }: { siteName: string; href: string }) {
  const { t } = useTexts();
  return (
    <a className="brand brand--fold" href={href} aria-label={t('shell.header.home', { site: siteName })}>
      <BrandMark />
      <span>{siteName}</span>
    </a>
  );
}

function AccountNav({ hasColonelLink, context }: Omit<HeaderProps, 'name'>) {
  const { t } = useTexts();
  const { customer, authentication } = context.globals;
  const hasEntrance = authentication.enabled && (authentication.signin || authentication.signup);
  if (customer === null && !hasEntrance) return null;
  return (
    <nav className="head__nav" aria-label={t('shell.header.account')}>
      {customer === null ? (
        <Entrance authentication={authentication} />
      ) : (
        <SignedIn hasColonelLink={hasColonelLink} context={context} custid={customer.custid} />
      )}
    </nav>
  );
}

function Entrance({ authentication }: { authentication: PageContext['globals']['authentication'] }) {
  const { t } = useTexts();
  return (
    <>
      {authentication.signin && (
        <a className="btn btn--quiet" href="/signin">
          {t('shell.header.signIn')}
        </a>
      )}
      {authentication.signup && (
        <a className="btn" href="/signup">
          {t('shell.header.create')}
        </a>
      )}
    </>
  );
}

function SignedIn({ hasColonelLink, context, custid }: Omit<HeaderProps, 'name'> & { readonly custid: string }) {
  const { t } = useTexts();
  const { domains_enabled: hasDomains, plans_enabled: hasPlans, plan, customer } = context.globals;
  return (
    <>
      {hasPlans && hasDomains && !plan.options.custom_domains && <UpgradeLink upgrade={context.upgrade} />}
      {hasColonelLink && customer?.role === 'colonel' && (
        <IconLink icon="star" href="/colonel/" label={t('shell.header.colonel')} />
      )}
      <IconLink icon="settings" href="/account/settings" label={t('shell.header.settings')} opens="settings" />
      <a className="head__id" href="/account" title={t('shell.header.yours')}>
        <span className="avatar" aria-hidden="true">
          {initialOf(custid)}
        </span>
        <span>
          <bdi>{custid}</bdi>
        </span>
      </a>
    </>
  );
}

/** The dialog is there only with something to offer. */
function UpgradeLink({ upgrade }: Pick<PageContext, 'upgrade'>) {
  const { t } = useTexts();
  if (upgrade === null) return <IconLink icon="bolt" href="/pricing" label={t('shell.header.upgrade')} />;
  const label = t('shell.header.upgradeTo', { plan: upgrade.tier.name });
  return <IconLink icon="bolt" href="/pricing" label={label} opens="upgrade" />;
}

interface IconLinkProps {
  readonly icon: IconName;
  readonly href: string;
  readonly label: string;
  /** With script it opens this dialog instead. */
  readonly opens?: 'settings' | 'upgrade';
}

function IconLink({ icon, href, label, opens }: IconLinkProps) {
  const opener = opens === undefined ? {} : { [`data-${opens}-open`]: '' };
  return (
    <a className="btn btn--icon btn--quiet" href={href} aria-label={label} {...opener}>
      <Icon name={icon} />
    </a>
  );
}
