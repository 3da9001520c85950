import { periodSuffix } from './frequency.ts';
import type { Frequency, FrequencyOption, PlanTier, Testimonial, UpgradeOffer } from './plan-wire.ts';
import { testimonialsIn } from './testimonials.ts';

/** What is sold, told to people. Texts and numbers are in the reader's language. */
export interface Offer {
  /** In the order of the cards. */
  readonly tiers: readonly PlanTier[];
  readonly frequencies: readonly [FrequencyOption, FrequencyOption];
  /** '$0'. */
  readonly freePrice: string;
  readonly testimonials: readonly [Testimonial, ...Testimonial[]];
  /** For customers without custom domains; null where no plan is sold that has them. */
  readonly upgrade: UpgradeOffer | null;
}

/** A plan of the configuration, as far as people are told of it. */
export interface PlanOnSale {
  readonly id: string;
  readonly name: string;
  readonly isFeatured: boolean;
  readonly isComing: boolean;
  /** Cents for the whole period. */
  readonly prices: Readonly<Record<Frequency, { readonly cents: number }>>;
  /** The operator's words; null are ours. */
  readonly description: string | null;
  readonly features: readonly string[] | null;
  readonly hasApi: boolean;
  readonly hasCustomDomains: boolean;
}

export interface OfferDeps {
  readonly plans: readonly PlanOnSale[];
  /** Whether the site answers programs; without, no plan has the API. */
  readonly hasApi: boolean;
  /** Without them no plan has any. */
  readonly hasDomains: boolean;
  /** How many one customer may have; null is any number. */
  readonly domainsPerCustomer: number | null;
}

export interface Reader {
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** BCP 47. */
  readonly lang: string;
}

export function createOffer(deps: OfferDeps, reader: Reader): Offer {
  const { plans, hasDomains } = deps;
  const tiers = plans.map((plan) => tierOf(plan, deps, reader));
  const frequencies = frequenciesIn(reader);
  const testimonials = testimonialsIn(reader.t);
  const withDomains = plans.filter((plan) => hasDomains && plan.hasCustomDomains && !plan.isComing);
  const best = withDomains.find(({ isFeatured }) => isFeatured) ?? withDomains[0];
  const tier = tiers.find(({ id }) => id === best?.id);
  const upgrade = tier ? { tier, frequencies, testimonials } : null;
  return { tiers, frequencies, testimonials, upgrade, freePrice: formatPrice(reader.lang, 0) };
}

function frequenciesIn({ t }: Reader): Offer['frequencies'] {
  return [
    { value: 'monthly', label: t('plans.frequency.monthly'), priceSuffix: periodSuffix('monthly') },
    { value: 'annually', label: t('plans.frequency.annually'), priceSuffix: periodSuffix('annually') },
  ];
}

function tierOf(plan: PlanOnSale, deps: OfferDeps, reader: Reader): PlanTier {
  const { id, name, prices } = plan;
  const words = ownWordsFor(plan, deps, reader);
  return {
    ...{ id, name, href: `/plans/${id}`, cta: reader.t('plans.card.choose', { plan: name }) },
    price: {
      monthly: formatPrice(reader.lang, prices.monthly.cents),
      annually: formatPrice(reader.lang, prices.annually.cents),
    },
    description: plan.description ?? words.description,
    features: plan.features ?? words.features,
    ...{ featured: plan.isFeatured, coming: plan.isComing },
  };
}

/** Our words for the plans that we know; we have none for an operator's own. */
function ownWordsFor(plan: PlanOnSale, site: OfferDeps, { t }: Reader): Pick<PlanTier, 'description' | 'features'> {
  const hasApi = plan.hasApi && site.hasApi;
  const hasCustomDomains = plan.hasCustomDomains && site.hasDomains;
  switch (plan.id) {
    case 'identity':
      return {
        description: hasCustomDomains ? t('plans.identity.description') : '',
        // Nothing is promised that the configuration takes away.
        features: [
          ...(hasCustomDomains ? [domainsIn(t, site.domainsPerCustomer)] : []),
          ...(hasApi ? [t('plans.identity.api')] : []),
        ],
      };
    case 'dedicated':
      return {
        description: t('plans.dedicated.description'),
        features: [t('plans.dedicated.infrastructure'), t('plans.dedicated.locality'), t('plans.dedicated.delivery')],
      };
    default:
      return { description: '', features: [] };
  }
}

function domainsIn(t: Reader['t'], most: number | null): string {
  return most === null ? t('plans.identity.domains') : t('plans.identity.domainsUpTo', { count: most });
}

/** '$35', '$2545', '$9.50', '$12,000'. */
export function formatPrice(lang: string, cents: number): string {
  return new Intl.NumberFormat(lang, {
    ...{ style: 'currency', currency: 'USD', useGrouping: 'min2', trailingZeroDisplay: 'stripIfInteger' },
  }).format(cents / 100);
}
