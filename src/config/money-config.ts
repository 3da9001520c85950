import type { PlanLimits } from './config.ts';
import type { Redacted } from './redacted.ts';
import type { KeyValues } from './schema.ts';

/** The part of the configuration that is about plans and payment. What a value means stands in config/hushlink.yaml. */
export interface MoneyConfig {
  readonly plans: {
    readonly isEnabled: boolean;
    readonly anonymous: PlanLimits;
    /** Without plans its switches are all on. */
    readonly basic: PlanLimits & PlanSwitches & PlanRates;
    /** In the order of the cards. */
    readonly paid: readonly PaidPlan[];
  };
  readonly billing: {
    /** null: nothing can be paid through the API. Both or neither. */
    readonly stripe: { readonly key: Redacted<string>; readonly webhookSecret: Redacted<string> } | null;
    /** Without a slash at its end. */
    readonly stripeOrigin: string;
  };
}

export interface PlanSwitches {
  readonly hasApi: boolean;
  readonly hasEmail: boolean;
  readonly hasCustomDomains: boolean;
}

export interface PlanRates {
  /** How many times what the limits allow; 0 is without limits. */
  readonly rateFactor: number;
}

/** A plan that is sold. */
export interface PaidPlan extends PlanLimits, PlanSwitches, PlanRates {
  readonly id: string;
  readonly name: string;
  readonly isFeatured: boolean;
  /** Shown, not yet sold. */
  readonly isComing: boolean;
  readonly prices: Readonly<Record<BillingPeriod, PlanPrice>>;
  /** The operator's words; null are ours. */
  readonly description: string | null;
  readonly features: readonly string[] | null;
  readonly stripeProduct: string | null;
}

export type BillingPeriod = 'monthly' | 'annually';

export interface PlanPrice {
  /** US cents for the whole period. */
  readonly cents: number;
  readonly stripePrice: string | null;
  readonly paymentLink: string | null;
}

export function buildMoney(values: KeyValues): MoneyConfig {
  const isEnabled = values['plans.enabled'];
  const [key, webhookSecret] = [values['billing.stripe_key'], values['billing.webhook_secret']];
  return {
    plans: {
      isEnabled,
      anonymous: { ttlSeconds: values['plans.anonymous.ttl'], maxContentChars: values['plans.anonymous.size'] },
      basic: {
        ...{ ttlSeconds: values['plans.basic.ttl'], maxContentChars: values['plans.basic.size'] },
        rateFactor: values['plans.basic.rate_factor'],
        hasApi: !isEnabled || values['plans.basic.api'],
        hasEmail: !isEnabled || values['plans.basic.email'],
        hasCustomDomains: !isEnabled || values['plans.basic.custom_domains'],
      },
      paid: isEnabled ? values['plans.paid'].map(buildPaidPlan) : [],
    },
    billing: {
      stripe: isEnabled && key !== null && webhookSecret !== null ? { key, webhookSecret } : null,
      stripeOrigin: values['billing.stripe_origin'],
    },
  };
}

/** Whether something can be paid for by a link of the provider's, without its API. */
export function hasPaymentLinks({ paid }: MoneyConfig['plans']): boolean {
  return paid.some(({ prices }) => Object.values(prices).some(({ paymentLink }) => paymentLink !== null));
}

function buildPaidPlan({ monthly, annually, ...plan }: KeyValues['plans.paid'][number]): PaidPlan {
  return {
    ...{ id: plan.id, name: plan.name, isFeatured: plan.featured, isComing: plan.coming },
    prices: { monthly: buildPrice(monthly), annually: buildPrice(annually) },
    ...{ description: plan.description, features: plan.features, stripeProduct: plan.stripe_product },
    ...{ ttlSeconds: plan.ttl, maxContentChars: plan.size },
    ...{ hasApi: plan.api, hasEmail: plan.email, hasCustomDomains: plan.custom_domains },
    rateFactor: plan.rate_factor,
  };
}

function buildPrice({ dollars, stripe_price, payment_link }: KeyValues['plans.paid'][number]['monthly']): PlanPrice {
  return { cents: Math.round(dollars * 100), stripePrice: stripe_price, paymentLink: payment_link };
}
