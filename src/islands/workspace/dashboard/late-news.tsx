import { useEffect, useRef } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { ReadyWords } from '#src/ui/ready-words.tsx';
import { useTexts } from '#src/ui/texts.tsx';

/** A secret that was refused late, for whoever is writing the next one by then. */
export function StillWaiting({ reason }: { reason: string }) {
  const { t } = useTexts();
  return (
    <div className="gap">
      <Alert kind="danger" role="alert">
        <p>{t('dashboard.late.waiting')}</p>
        <p>
          <ReadyWords>{reason}</ReadyWords>
        </p>
      </Alert>
    </div>
  );
}

/** The way to the private page of a secret: in a new tab, since another secret stands in the form here. */
export function LinkReady({ url }: { url: string }) {
  const { t } = useTexts();
  const link = useRef<HTMLAnchorElement>(null);

  // The keyboard was in the form that has gone: it goes to what became of that first.
  useEffect(() => link.current?.focus(), []);

  return (
    <div className="gap">
      <Alert kind="ok">
        <a href={url} target="_blank" ref={link} rel="noopener">
          {t('private.fresh.title')}
        </a>
      </Alert>
    </div>
  );
}
