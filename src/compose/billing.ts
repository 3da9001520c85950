import type { ComposeDeps } from '#src/compose.ts';
import { hasPaymentLinks } from '#src/config/money-config.ts';
import { createMac } from '#src/crypto/mac.ts';
import type { AccountFaceDeps } from '#src/features/accounts/account-http.ts';
import { presentBilling } from '#src/features/billing/billing-present.ts';
import { type BillingService, createBillingService } from '#src/features/billing/billing-service.ts';
import { type BillingWatcher, createBillingWatcher } from '#src/features/billing/billing-watcher.ts';
import type { PaymentFaceDeps } from '#src/features/billing/payment-pages.ts';
import { createPaymentReferences, type PaymentReferences } from '#src/features/billing/payment-reference.ts';
import { createPaymentWays, type PaymentWays } from '#src/features/billing/payment-ways.ts';
import type { Payments } from '#src/features/billing/payments-port.ts';
import { createPlanSteps, type PlanStepOf } from '#src/features/billing/plan-step-http.ts';
import type { WebhookDeps } from '#src/features/billing/webhook-api.ts';
import type { BillingState } from '#src/features/colonel/colonel-wire.ts';
import { failureFields } from '#src/store-unavailable.ts';
import type { StripeSettings } from '#src/stripe/stripe-payments.ts';
import { fractionsOf } from './chance.ts';
import type { Ground } from './ground.ts';
import { composeLead, type LeadParts } from './lead.ts';

/** Everything about payment that the application is made of. */
export interface PaymentRoom {
  /** null: no messages are taken. */
  readonly webhook: WebhookDeps | null;
  /** null: there are no plans to pay for. */
  readonly pages: PaymentFaceDeps | null;
  /** What somebody can do next on the page of a plan. */
  readonly stepOf: PlanStepOf;
  /** Of an account. */
  readonly billingOf: AccountFaceDeps['billingOf'];
  readonly state: BillingState;
}

export function composePayments(deps: ComposeDeps, ground: Ground): PaymentRoom {
  const { config, log } = deps;
  const { answers, askers, antiForgery, address } = ground;
  const billing = composeBillingService(deps);
  const ways = composeWays(deps);
  const report = (error: unknown) => log.error('billing', failureFields(error));
  return {
    webhook: billing && { billing, answers, address, report, bodies: ground.bodies },
    pages: config.plans.isEnabled ? { billing, ways, answers, askers, antiForgery, address, report } : null,
    stepOf: createPlanSteps({
      ways,
      isSubscribed: async (owner) => (billing === null ? false : billing.isSubscribed(owner)),
      contactAddress: config.words.contactAddress,
    }),
    billingOf: async (owner) => presentBilling(billing && (await billing.find(owner))),
    state: stateOf(deps),
  };
}

function stateOf({ config, payments }: ComposeDeps): BillingState {
  if (payments !== null) return 'on';
  return hasPaymentLinks(config.plans) ? 'links' : 'off';
}

function composeWays({ config, seal, payments }: ComposeDeps): PaymentWays {
  return createPaymentWays({ plans: config.plans.paid, hasApi: payments !== null, references: referencesOf(seal) });
}

type ServiceDeps = Pick<ComposeDeps, 'config' | 'store' | 'payments' | 'log' | 'now' | 'randomBytes'>;

/** null: payments cannot be asked about. */
function composeBillingService(deps: ServiceDeps): BillingService | null {
  const { config, store, payments, log, now, randomBytes } = deps;
  if (payments === null) return null;
  const planids = config.plans.paid.map(({ id }) => id);
  return createBillingService({ store: store.billing, payments, planids, log, now, random: fractionsOf(randomBytes) });
}

/** Looks at nothing until it is started; null where payments cannot be asked about. */
export function composeBillingWatcher(deps: ServiceDeps & LeadParts): BillingWatcher | null {
  const service = composeBillingService(deps);
  return service && createBillingWatcher({ ...composeLead(deps), service, store: deps.store.billing });
}

/** The payment provider of the configuration; null without keys. Its library is loaded only with them: it is large. */
export async function openPayments(deps: Pick<ComposeDeps, 'config' | 'seal' | 'now'>): Promise<Payments | null> {
  const settings = stripeSettingsOf(deps);
  if (settings === null) return null;
  const { createStripePayments } = await import('#src/stripe/stripe-payments.ts');
  return createStripePayments(settings);
}

/** What the adapter of the payment provider is made with; null without keys. */
export function stripeSettingsOf({ config, seal, now }: Pick<ComposeDeps, 'config' | 'seal' | 'now'>) {
  const { stripe, stripeOrigin: origin } = config.billing;
  if (stripe === null) return null;
  const settings: StripeSettings = {
    ...{ key: stripe.key.reveal(), webhookSecret: stripe.webhookSecret.reveal(), origin, now },
    ...{ plans: config.plans.paid, references: referencesOf(seal) },
  };
  return settings;
}

function referencesOf(seal: ComposeDeps['seal']): PaymentReferences {
  return createPaymentReferences(createMac(seal.nameKey('payment-reference')));
}
