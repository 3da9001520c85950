import { type Translate, useTexts } from '#src/ui/texts.tsx';
import type { Screen, ScreenContext } from '../screen.ts';
import type { PaymentStopProps } from './payment-stop-props.ts';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly link: string;
}

export function paymentStopScreen(props: PaymentStopProps, { t }: ScreenContext): Screen {
  return {
    ...{ title: wordsOf(props.kind, t).title, isIndexed: false, islands: [] },
    ...{ layout: 'quiet', main: 'card', header: 'brand', footer: 'bare' },
    body: <PaymentStop {...props} />,
  };
}

function PaymentStop({ kind, href }: PaymentStopProps) {
  const { t } = useTexts();
  const words = wordsOf(kind, t);
  const isAsked = kind === 'ask-portal' || kind === 'ask-payment';
  return (
    <>
      <header className="title">
        <h1>{words.title}</h1>
        <p>{words.text}</p>
      </header>
      <div className="stack stack--sm">
        <a className="btn btn--primary btn--lg btn--block" href={href}>
          {words.link}
        </a>
        {isAsked && (
          <a className="btn btn--lg btn--block" href="/account">
            {t('billing.stop.account')}
          </a>
        )}
      </div>
    </>
  );
}

function wordsOf(kind: PaymentStopProps['kind'], t: Translate): Words {
  const account = t('billing.stop.account');
  switch (kind) {
    case 'ask-portal':
      return { title: t('billing.portal.title'), text: t('billing.stop.fromElsewhere'), link: t('billing.portal.go') };
    case 'ask-payment':
      return {
        title: t('billing.payment.title'),
        text: t('billing.stop.fromElsewhere'),
        link: t('billing.payment.go'),
      };
    case 'nothing-to-manage':
      return { title: t('billing.portal.nothingTitle'), text: t('billing.portal.nothing'), link: account };
    case 'away':
      return { title: t('billing.away.title'), text: t('billing.away.text'), link: t('billing.away.back') };
  }
}
