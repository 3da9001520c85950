import type { RefObject } from 'react';
import { gapAfter } from '#src/ui/sentences.ts';
import { useTexts } from '#src/ui/texts.tsx';

interface GoneProps {
  /** What the server said when somebody tried, above the general words. */
  readonly message: string | null;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
}

/** Nothing here: used, burned, expired and never existed all look the same. */
export function Gone({ message, heading }: GoneProps) {
  const { t } = useTexts();
  return (
    <div className="slip__body once">
      <div className="once__lead">
        <h1 tabIndex={-1} ref={heading}>
          {t('secret.gone.title')}
        </h1>
        {message !== null && <p role="alert">{message}</p>}
        <p className="muted">{t('secret.gone.text')}</p>
      </div>
      <p>
        <b>{t('secret.gone.question')}</b>
        {`${gapAfter(t('secret.gone.question'))}${t('secret.gone.answer')}`}
      </p>
    </div>
  );
}
