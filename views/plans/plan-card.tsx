import type { FrequencyOption, PlanTier } from '#src/features/plans/plan-wire.ts';
import { Features, Price, shownWith } from '#src/islands/upgrade/plan-facts.tsx';
import { useTexts } from '#src/ui/texts.tsx';

interface PlanCardProps {
  readonly tier: PlanTier;
  readonly frequencies: readonly FrequencyOption[];
}

/** What one of the plans costs and gives. */
export function PlanCard({ tier, frequencies }: PlanCardProps) {
  const { t } = useTexts();
  const titleId = `plan-${tier.id}`;
  return (
    <section className={tier.featured ? 'card plan plan--featured' : 'card plan'} aria-labelledby={titleId}>
      <h2 id={titleId}>
        {`${tier.name} `}
        {tier.coming && <span className="badge">{t('plans.card.coming')}</span>}
      </h2>
      <p className="muted">{tier.description}</p>
      <div>
        {frequencies.map(({ value }) => (
          <Price key={value} tier={tier} frequency={value} isOneOfTwo />
        ))}
      </div>
      <Features features={tier.features} />
      <ChooseForm tier={tier} frequencies={frequencies} />
    </section>
  );
}

/**
 * A button for each frequency, so that the choice above needs no script: the stylesheet shows one of them. Where
 * it cannot, both are there and say which they are.
 */
function ChooseForm({ tier, frequencies }: PlanCardProps) {
  return (
    <form method="get" action={tier.href}>
      {frequencies.map(({ value, label, priceSuffix }) => (
        <button
          key={value}
          className={`btn btn--lg btn--block ${tier.featured ? 'btn--primary ' : ''}${shownWith(value)}`}
          type="submit"
          formAction={tier.href + priceSuffix}
        >
          {`${tier.cta} `}
          <span className="freq__label">{label}</span>
        </button>
      ))}
    </form>
  );
}
