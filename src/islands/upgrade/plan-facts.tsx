import type { Frequency, PlanTier, Testimonial } from '#src/features/plans/plan-wire.ts';
import { keptTogether } from '#src/ui/amounts.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';

// What cards, pages and the dialog say of a plan.

interface PriceProps {
  readonly tier: Pick<PlanTier, 'price'>;
  readonly frequency: Frequency;
  /** Both prices stand there, and the stylesheet shows the one of the frequency that is chosen. */
  readonly isOneOfTwo?: boolean;
}

export function Price({ tier, frequency, isOneOfTwo = false }: PriceProps) {
  const { t } = useTexts();
  const isYear = frequency === 'annually';
  return (
    <p className={isOneOfTwo ? `price ${shownWith(frequency)}` : 'price'}>
      <b>{keptTogether(tier.price[frequency])}</b>
      <span>{isYear ? t('plans.price.perYear') : t('plans.price.perMonth')}</span>
    </p>
  );
}

/** Inside `.freq`: the class of what stands for one of the two frequencies. */
export function shownWith(frequency: Frequency): string {
  return frequency === 'annually' ? 'is-year' : 'is-month';
}

export function Features({ features }: Pick<PlanTier, 'features'>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without its bullets one browser no longer reads it as a list
    <ul className="ticks" role="list">
      {features.map((feature) => (
        <li key={feature}>
          <Icon name="check" />
          <span>{feature}</span>
        </li>
      ))}
    </ul>
  );
}

const MOST_STARS = 5;

/** Made up, and it says so. */
export function Quote({ quote, name, company, stars }: Testimonial) {
  const { t } = useTexts();
  return (
    <figure className="quote">
      <span role="img" aria-label={t('plans.quote.stars', { count: stars })}>
        {'★'.repeat(stars) + '☆'.repeat(MOST_STARS - stars)}
      </span>
      <blockquote>
        <p>{quote}</p>
      </blockquote>
      <figcaption className="faint">{t('plans.quote.source', { name, company })}</figcaption>
    </figure>
  );
}
