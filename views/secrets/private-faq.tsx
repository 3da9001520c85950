import { Question } from '#src/ui/question.tsx';
import { type Translate, useTexts } from '#src/ui/texts.tsx';
import type { Ending } from './ending.ts';

/** Questions that fit what has happened so far. */
export function Faq({ ending }: { ending: Ending | null }) {
  const { t } = useTexts();
  return (
    <section className="stack stack--sm no-print" aria-labelledby="faq">
      <h2 id="faq">{t('private.faq.title')}</h2>
      <div className="accordion">
        {questionsFor(ending, t).map(([question, answer]) => (
          <Question key={question} title={question}>
            <p>{answer}</p>
          </Question>
        ))}
      </div>
    </section>
  );
}

function questionsFor(ending: Ending | null, t: Translate): readonly (readonly [question: string, answer: string])[] {
  switch (ending?.kind) {
    case undefined:
      return [
        [t('private.faq.sendQuestion'), t('private.faq.sendAnswer')],
        [t('private.faq.selfQuestion'), t('private.faq.selfAnswer')],
        [t('private.faq.burnQuestion'), t('private.faq.burnAnswer')],
        [t('private.faq.unopenedQuestion'), t('private.faq.unopenedAnswer')],
      ];
    case 'received':
      return [
        [t('private.faq.whoQuestion'), t('private.faq.whoAnswer')],
        [t('private.faq.againQuestion'), t('private.faq.againAnswer')],
        [t('private.faq.nothingQuestion'), t('private.faq.nothingAnswer')],
      ];
    case 'burned':
    case 'expired':
      return [
        [t('private.faq.backQuestion'), t('private.faq.backAnswer')],
        [t('private.faq.seesQuestion'), t('private.faq.seesAnswer')],
      ];
  }
}
