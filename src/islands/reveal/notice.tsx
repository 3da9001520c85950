import { type RefObject, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { gapAfter } from '#src/ui/sentences.ts';
import { useTexts } from '#src/ui/texts.tsx';

interface NoticeProps {
  readonly kind: 'plain' | 'warn';
  readonly title: string;
  /** Takes the keyboard, which would be lost with the button. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly children: string;
}

/** A message the reader can put away. */
export function Notice({ kind, title, heading, children }: NoticeProps) {
  const { t } = useTexts();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;

  function putAway(): void {
    setDismissed(true);
    heading.current?.focus();
  }

  const dismiss = (
    <button
      className="btn btn--icon btn--quiet needs-script"
      type="button"
      aria-label={t('secret.owner.dismiss')}
      onClick={putAway}
    >
      <Icon name="close" />
    </button>
  );
  return (
    <Alert kind={kind} action={dismiss}>
      <b>{title}</b>
      {`${gapAfter(title)}${children}`}
    </Alert>
  );
}
