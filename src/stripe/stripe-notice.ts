import Stripe from 'stripe';
import type { CustId, Owner } from '#src/features/accounts/customer.ts';
import type { PaymentReferences } from '#src/features/billing/payment-reference.ts';
import type { Notice } from '#src/features/billing/payments-port.ts';
import { idOf } from './stripe-snapshot.ts';

export interface NoticeRules {
  readonly webhookSecret: string;
  readonly references: Pick<PaymentReferences, 'read' | 'isMarked'>;
}

/** Older messages are not believed: somebody may have kept one. */
const TOLERANCE_SECONDS = 300;

const NOTHING: Notice = { payer: null, owner: null };

/** null for what Stripe has not signed, or not lately. */
export function readNotice(body: Buffer, signature: string, nowMs: number, rules: NoticeRules): Notice | null {
  const event = openEvent(body, signature, nowMs, rules);
  return event && noticeOf(event, rules);
}

function openEvent(body: Buffer, signature: string, nowMs: number, rules: NoticeRules): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(body, signature, rules.webhookSecret, TOLERANCE_SECONDS, undefined, nowMs);
  } catch {
    return null;
  }
}

/** Of the many kinds, those after which a look at the provider may see something else. Only names are read. */
function noticeOf(event: Stripe.Event, { references }: NoticeRules): Notice {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed': {
      const { customer, metadata, client_reference_id: reference } = event.data.object;
      const linked = reference === null ? null : references.read(reference);
      return { payer: idOf(customer), owner: readOwner(metadata, references) ?? linked };
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.pending_update_applied':
    case 'customer.subscription.trial_will_end':
      return { payer: idOf(event.data.object.customer), owner: readOwner(event.data.object.metadata, references) };
    case 'customer.updated':
    case 'customer.deleted':
      return { payer: event.data.object.id, owner: null };
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return { payer: idOf(event.data.object.customer), owner: null };
    default:
      return NOTHING;
  }
}

const CUSTID = 'hushlink_custid';
const CREATED = 'hushlink_created';
const MARK = 'hushlink_mark';

/** Names an account to the provider, who gives it back with every message about what was bought for it. */
export function ownerMetadata(owner: Owner, references: Pick<PaymentReferences, 'markOf'>): Record<string, string> {
  return { [CUSTID]: owner.custid, [CREATED]: String(owner.createdAtMs), [MARK]: references.markOf(owner) };
}

/** null also for what another site has sold through the same account of ours: it is not to be ended here. */
function readOwner(metadata: Stripe.Metadata | null, references: NoticeRules['references']): Owner | null {
  const [custid, createdAtMs, mark = ''] = [metadata?.[CUSTID], metadata?.[CREATED], metadata?.[MARK]];
  if (!custid || createdAtMs === undefined || !/^\d{1,16}$/.test(createdAtMs)) return null;
  const owner = { custid: custid as CustId, createdAtMs: Number(createdAtMs) };
  return references.isMarked(owner, mark) ? owner : null;
}
