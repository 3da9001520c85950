import { frequencyQuery } from '#src/features/plans/frequency.ts';
import type { Frequency } from '#src/features/plans/plan-wire.ts';
import { Features, Price } from '#src/islands/upgrade/plan-facts.tsx';
import { keptTogether } from '#src/ui/amounts.ts';
import { useTexts } from '#src/ui/texts.tsx';
import type { Screen, ScreenContext } from '../screen.ts';
import type { PlanProps } from './plan-props.ts';
import { Step } from './plan-step.tsx';

export function planScreen(props: PlanProps, { context }: ScreenContext): Screen {
  return {
    ...{ title: props.tier.name, layout: 'default', main: 'card', isIndexed: false, islands: [] },
    body: <Plan {...props} authentication={context.globals.authentication} />,
  };
}

type PlanBodyProps = PlanProps & Pick<ScreenContext['context']['globals'], 'authentication'>;

/** One plan, once more before it is paid for, and the one thing to do next. */
function Plan({ tier, frequency, frequencies, next, authentication }: PlanBodyProps) {
  const { t } = useTexts();
  return (
    <>
      <header className="title">
        <h1>
          {`${tier.name} `}
          {tier.coming && <span className="badge">{t('plans.card.coming')}</span>}
        </h1>
        {tier.description !== '' && <p>{tier.description}</p>}
      </header>
      <div className="stack">
        <div>
          <Price tier={tier} frequency={frequency} />
          <OtherPeriod tier={tier} frequency={frequency} frequencies={frequencies} />
        </div>
        {tier.features.length > 0 && <Features features={tier.features} />}
        <Step next={next} tier={tier} frequency={frequency} authentication={authentication} />
      </div>
      <hr className="rule" />
      <p className="center">
        <a href={`/pricing${frequencyQuery(frequency)}`}>{t('plan.page.all')}</a>
      </p>
    </>
  );
}

function OtherPeriod({ tier, frequency, frequencies }: Omit<PlanProps, 'next'>) {
  const { t } = useTexts();
  const words: Readonly<Record<Frequency, string>> = {
    monthly: t('plan.period.toMonth', { price: keptTogether(tier.price.monthly) }),
    annually: t('plan.period.toYear', { price: keptTogether(tier.price.annually) }),
  };
  return frequencies
    .filter(({ value }) => value !== frequency)
    .map(({ value, priceSuffix }) => (
      <a key={value} className="back" href={tier.href + priceSuffix}>
        {words[value]}
      </a>
    ));
}
