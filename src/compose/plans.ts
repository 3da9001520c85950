import type { ComposeDeps } from '#src/compose.ts';
import { createOffer, type Offer } from '#src/features/plans/offer.ts';
import { type ChoosePlan, createChoosePlan } from '#src/features/plans/plan-choice.ts';
import type { PlanFaceDeps } from '#src/features/plans/plan-pages.ts';
import { languageTag } from '#src/i18n/language-tag.ts';
import type { Ground } from './ground.ts';

/** The pages of what is sold; null without plans. */
export function composePlans(
  { config }: ComposeDeps,
  { answers, askers, offerIn }: Ground,
  stepOf: PlanFaceDeps['stepOf'],
): PlanFaceDeps | null {
  if (!config.plans.isEnabled) return null;
  const { selfHostingUrl } = config.words;
  return { answers, askers, offerIn, stepOf, selfHostingUrl };
}

/** Made once for each language: nothing in it changes while the process runs. */
export function composeOffer({ config, texts }: Pick<ComposeDeps, 'config' | 'texts'>): (locale: string) => Offer {
  const kept = new Map<string, Offer>();
  const { isEnabled: hasDomains, perCustomer: domainsPerCustomer } = config.domains;
  const deps = { plans: config.plans.paid, hasApi: config.api.isEnabled, hasDomains, domainsPerCustomer };
  return (locale) => {
    const offer = kept.get(locale) ?? createOffer(deps, { t: texts.translator(locale), lang: languageTag(locale) });
    kept.set(locale, offer);
    return offer;
  };
}

/** Which plan a sign-up is for, by the id in its address. */
export function composeChoosePlan({ config }: ComposeDeps, { plans }: Ground): ChoosePlan {
  const { planid: id, name } = plans.ofCustomer({ planid: 'basic', paid: null });
  return createChoosePlan({ isEnabled: plans.isEnabled, free: { id, name }, paid: config.plans.paid });
}
