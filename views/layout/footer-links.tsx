import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext } from '../page-props.ts';

/** The ways to pages about the site. */
export function FooterLinks({ context }: { context: PageContext }) {
  const { t } = useTexts();
  const { plans_enabled: hasPlans, support_host: supportHost } = context.globals;
  const legal = [
    { href: '/info/security', text: t('shell.footer.security') },
    { href: '/info/terms', text: t('shell.footer.terms') },
    { href: '/info/privacy', text: t('shell.footer.privacy') },
  ];
  const links = [
    ...(hasPlans ? [{ href: '/pricing', text: t('shell.footer.pricing') }] : []),
    ...(supportHost === null ? [] : [{ href: docsUrl(context, supportHost), text: t('shell.footer.docs') }]),
    ...(context.hasLegalPages ? legal : []),
    { href: '/translations', text: t('shell.footer.translations') },
  ];
  return (
    <ul className="foot__links">
      {links.map(({ href, text }) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  );
}

/** On the support host, by the scheme of this site. */
function docsUrl({ siteUrl }: PageContext, supportHost: string): string {
  return `${new URL(siteUrl).protocol}//${supportHost}/docs`;
}
