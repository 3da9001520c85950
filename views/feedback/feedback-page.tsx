import { FeedbackForm, type FeedbackFormProps } from '#src/islands/feedback/island.tsx';
import { Island } from '#src/islands/island.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';
import type { FeedbackProps } from './feedback-props.ts';

export function feedbackScreen(props: FeedbackProps, { context, t }: ScreenContext): Screen {
  const title = t('feedback.page.title');
  const body = <FeedbackPage form={formProps(props, context)} />;
  return { title, layout: 'default', isIndexed: false, islands: ['feedback'], body };
}

function FeedbackPage({ form }: { form: FeedbackFormProps }) {
  const { t } = useTexts();
  return (
    <>
      <header className="title">
        <h1>{t('feedback.page.title')}</h1>
        <p>{t('feedback.page.text')}</p>
      </header>
      <Island name="feedback" component={FeedbackForm} props={form} kept={['message']} />
      <div className="quote gap">
        <p>{t('feedback.page.thanks')}</p>
        <p className="faint">{t('feedback.page.founder')}</p>
      </div>
    </>
  );
}

function formProps(props: FeedbackProps, { globals, version }: PageContext): FeedbackFormProps {
  return { ...props, id: 'feedback', rows: 3, custid: globals.customer?.custid ?? null, version };
}
