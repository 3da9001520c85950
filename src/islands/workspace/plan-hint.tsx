import { Alert } from '#src/ui/alert.tsx';
import { gapAfter, joinSentences } from '#src/ui/sentences.ts';
import { useTexts } from '#src/ui/texts.tsx';

/** Stands where the plan has nothing to offer: says what it would take, and leads there. */
export function PlanHint({ sentences }: { sentences: readonly string[] }) {
  const { t } = useTexts();
  const text = joinSentences(sentences);
  return (
    <Alert kind="plain">
      <span>{text}</span>
      {gapAfter(text)}
      <a href="/pricing">{t('planHints.link')}</a>
    </Alert>
  );
}
