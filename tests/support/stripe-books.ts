import { randomBytes } from 'node:crypto';

/** What the payment provider knows, in the shapes of its API; only the fields that anybody here reads. */
export interface StripeCustomer {
  readonly id: string;
  readonly object: 'customer';
  readonly created: number;
  email: string | null;
  balance: number;
  deleted?: true;
  invoice_settings: { default_payment_method: object | null };
}

export interface StripeSubscription {
  readonly id: string;
  readonly object: 'subscription';
  readonly customer: string;
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
  status: string;
  /** A period ends with its item; subscriptions have none of their own any more. */
  items: { object: 'list'; has_more: false; data: StripeItem[] };
}

interface StripeItem {
  readonly id: string;
  readonly object: 'subscription_item';
  readonly price: {
    readonly id: string;
    readonly object: 'price';
    readonly product: string;
    readonly unit_amount: number;
    readonly recurring: { readonly interval: string };
  };
  readonly quantity: number;
  /** Of what has been invoiced, paid or not. */
  readonly current_period_start: number;
  readonly current_period_end: number;
}

export interface StripeSession {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly url: string;
  customer: string | null;
  readonly customer_email: string | null;
  readonly client_reference_id: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly price: string;
  readonly subscriptionMetadata: Readonly<Record<string, string>>;
}

export interface NewSubscription {
  readonly customer: string;
  readonly price?: string;
  readonly product?: string;
  readonly cents?: number;
  readonly quantity?: number;
  readonly interval?: 'month' | 'year';
  readonly status?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Epoch milliseconds; thirty days before its end if nothing is said. */
  readonly startsAtMs?: number;
  readonly endsAtMs: number;
}

export const newId = (kind: string) => `${kind}_${randomBytes(10).toString('hex')}`;

const seconds = (ms: number) => Math.floor(ms / 1000);

export const VISA = { id: 'pm_visa', object: 'payment_method', card: { brand: 'visa', last4: '4242' } };

/** The books of the provider; what happens there is done here by the test. */
export function createStripeBooks(now: () => number) {
  const customers = new Map<string, StripeCustomer>();
  const subscriptions = new Map<string, StripeSubscription>();
  const sessions = new Map<string, StripeSession>();
  let madeAtMs = 0;
  /** Each later than the one before, however still the clock stands. */
  const nextSecond = () => {
    madeAtMs = Math.max(madeAtMs + 1000, now());
    return seconds(madeAtMs);
  };

  function addCustomer(email: string | null, changes: Partial<StripeCustomer> = {}): StripeCustomer {
    const customer: StripeCustomer = {
      ...{ id: newId('cus'), object: 'customer', created: nextSecond(), email, balance: 0 },
      ...{ invoice_settings: { default_payment_method: VISA }, ...changes },
    };
    customers.set(customer.id, customer);
    return customer;
  }

  function addSubscription(wanted: NewSubscription): StripeSubscription {
    const subscription: StripeSubscription = {
      ...{ id: newId('sub'), object: 'subscription', customer: wanted.customer, created: nextSecond() },
      ...{ metadata: wanted.metadata ?? {}, status: wanted.status ?? 'active', items: itemsOf(wanted) },
    };
    subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  return {
    ...{ customers, subscriptions, sessions, addCustomer, addSubscription },
    subscriptionsOf: (customer: string) =>
      [...subscriptions.values()].filter((one) => one.customer === customer).toReversed(),
    /** Another period, another price or another status. */
    change: (id: string, { status, ...wanted }: Partial<NewSubscription>) => {
      const subscription = subscriptions.get(id)!;
      subscription.status = status ?? subscription.status;
      const [item] = subscription.items.data;
      const endsAtMs = item!.current_period_end * 1000;
      const price = { price: item!.price.id, product: item!.price.product, interval: item!.price.recurring.interval };
      subscription.items = itemsOf({ ...price, endsAtMs, ...wanted, customer: '' } as NewSubscription);
    },
    /** Somebody pays on the page of that session. */
    pay: (session: StripeSession, endsAtMs: number) => {
      session.customer ??= addCustomer(session.customer_email).id;
      const { customer, price, subscriptionMetadata: metadata } = session;
      return addSubscription({ customer, price, metadata, endsAtMs });
    },
  };
}

export type StripeBooks = ReturnType<typeof createStripeBooks>;

function itemsOf(wanted: NewSubscription): StripeSubscription['items'] {
  const { price = 'price_month', product = 'prod_other', cents = 3500, interval = 'month', quantity = 1 } = wanted;
  const recurring = { interval };
  const { endsAtMs, startsAtMs = endsAtMs - 30 * 86_400_000 } = wanted;
  const period = { current_period_start: seconds(startsAtMs), current_period_end: seconds(endsAtMs) };
  return {
    ...{ object: 'list', has_more: false },
    data: [
      {
        ...{ id: newId('si'), object: 'subscription_item', quantity, ...period },
        price: { id: price, object: 'price', product, unit_amount: cents, recurring },
      },
    ],
  };
}
