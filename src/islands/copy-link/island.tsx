import { useTexts } from '#src/ui/texts.tsx';
import { CopyControl } from './copy-control.tsx';

/** The share link with its copy button: the hero of the private page. */
export function CopyLink({ url }: { url: string }) {
  const { t } = useTexts();
  return (
    <>
      <div className="field">
        <span className="label" id="share-label">
          {t('private.link.label')}
        </span>
        <output className="copy__value" aria-labelledby="share-label" dir="ltr" translate="no">
          {url}
        </output>
      </div>
      <CopyControl text={url} look="block" />
    </>
  );
}
