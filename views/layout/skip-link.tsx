import { useTexts } from '#src/ui/texts.tsx';

/** The first stop of the keyboard. */
export function SkipLink() {
  const { t } = useTexts();
  return (
    <a className="skip" href="#main">
      {t('shell.page.skip')}
    </a>
  );
}
