import { type ReactNode, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';

/** A message the reader can put away. */
export function Notice({ kind, title, children }: { kind: 'plain' | 'warn'; title: string; children: ReactNode }) {
  const { t } = useTexts();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  const dismiss = (
    <button
      className="btn btn--icon btn--quiet needs-script"
      type="button"
      aria-label={t('secret.owner.dismiss')}
      onClick={() => setDismissed(true)}
    >
      <Icon name="close" />
    </button>
  );
  return (
    <Alert kind={kind} action={dismiss}>
      <b>{title}</b> {children}
    </Alert>
  );
}
