import type { ReactNode } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { useTexts } from '#src/ui/texts.tsx';

/** Stands where the plan has nothing to offer: says what it would take, and leads there. */
export function PlanHint({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <Alert kind="plain">
      <span>{children}</span> <a href="/pricing">{t('planHints.link')}</a>
    </Alert>
  );
}
