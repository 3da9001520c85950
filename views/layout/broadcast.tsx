import { useTexts } from '#src/ui/texts.tsx';

/** The announcement above the header. `html` has passed the sanitiser of src/http/banner.ts. */
export function Broadcast({ html }: { html: string }) {
  const { t } = useTexts();
  return (
    <section
      className="broadcast"
      aria-label={t('shell.broadcast.label')}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: words and links only, see safeBanner
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
