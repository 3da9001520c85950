import { FrequencyChoice } from '#src/islands/upgrade/frequency-choice.tsx';
import { Quote } from '#src/islands/upgrade/plan-facts.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { Screen, ScreenContext } from '../screen.ts';
import { FreePanel } from './free-panel.tsx';
import { PlanCard } from './plan-card.tsx';
import type { PricingProps } from './plan-props.ts';

export function pricingScreen(props: PricingProps, { context, t }: ScreenContext): Screen {
  const { domains_enabled: hasDomains, authentication } = context.globals;
  return {
    ...{ title: t('pricing.page.title'), layout: 'wide', isIndexed: true, islands: [] },
    body: <Pricing {...props} hasDomains={hasDomains} hasSignUp={authentication.signup} />,
  };
}

interface PricingBodyProps extends PricingProps {
  readonly hasDomains: boolean;
  readonly hasSignUp: boolean;
}

/** Prices and buttons of both frequencies stand in it, and the stylesheet shows those of the chosen one. */
function Pricing({ frequency, frequencies, tiers, testimonial, ...props }: PricingBodyProps) {
  const { t } = useTexts();
  return (
    <div className="freq">
      <header className="hero center">
        <h1>{t('pricing.page.title')}</h1>
        <p>{props.hasDomains ? t('pricing.page.domains') : t('pricing.page.other')}</p>
        {tiers.length > 0 && <FrequencyChoice name="frequency" frequencies={frequencies} frequency={frequency} />}
      </header>
      <div className="plans">
        {tiers.map((tier) => (
          <PlanCard key={tier.id} tier={tier} frequencies={frequencies} />
        ))}
      </div>
      <FreePanel price={props.freePrice} hasSignUp={props.hasSignUp} selfHostingUrl={props.selfHostingUrl} />
      <Quote {...testimonial} />
    </div>
  );
}
