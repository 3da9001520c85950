import { SLOT } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';

const OTHER_SLOT = '\u{F8FE}';

/** What is agreed to, with links to the pages if there are any: in another tab, so that nothing typed is lost. */
export function Agreement({ hasLegalPages }: { readonly hasLegalPages: boolean }) {
  const { t } = useTexts();
  if (!hasLegalPages) return <span>{t('signUp.form.agree')}</span>;
  const parts = t('signUp.form.agreePages', { terms: SLOT, privacy: OTHER_SLOT }).split(/([\u{F8FE}\u{F8FF}])/u);
  return (
    <span>
      {parts.map((part) => {
        if (part === SLOT) return <LegalLink key={part} href="/info/terms" text={t('signUp.form.terms')} />;
        if (part === OTHER_SLOT) return <LegalLink key={part} href="/info/privacy" text={t('signUp.form.privacy')} />;
        return part;
      })}
    </span>
  );
}

function LegalLink({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {text}
    </a>
  );
}
