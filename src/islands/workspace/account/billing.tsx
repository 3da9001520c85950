import type { ReactNode } from 'react';
import type { PaymentCustomerWire, SubscriptionWire } from '#src/features/billing/billing-wire.ts';
import { formatDollars, formatNumber } from '#src/ui/amounts.ts';
import { Icon } from '#src/ui/icon.tsx';
import { type Translate, useTexts } from '#src/ui/texts.tsx';

interface BillingProps {
  readonly payer: PaymentCustomerWire | null;
  readonly subscriptions: readonly SubscriptionWire[];
}

/** What is paid for the account, and by whom; nothing where nobody pays. */
export function Billing({ payer, subscriptions }: BillingProps) {
  const { t } = useTexts();
  if (payer === null && subscriptions.length === 0) return null;
  return (
    <section className="section" aria-labelledby="subscription">
      <header>
        <h2 id="subscription">{t('account.billing.title')}</h2>
        {subscriptions.length > 0 && (
          <p>
            {/* A plain link: it leads to another site, where a form must not end. */}
            <a href="/account/billing_portal">{t('account.billing.manage')}</a>
          </p>
        )}
      </header>
      <div className="stack">
        {subscriptions.length > 0 && <Subscriptions subscriptions={subscriptions} />}
        {payer !== null && <Payer payer={payer} />}
      </div>
    </section>
  );
}

function Subscriptions({ subscriptions }: Pick<BillingProps, 'subscriptions'>) {
  const { t } = useTexts();
  return (
    <div className="table-wrap">
      <table className="table table--stack">
        <caption className="vh">{t('account.billing.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('account.billing.status')}</th>
            <th scope="col" className="end">
              {t('account.billing.amount')}
            </th>
            <th scope="col" className="end">
              {t('account.billing.quantity')}
            </th>
            <th scope="col">{t('account.billing.interval')}</th>
            <th scope="col">{t('account.billing.periodEnd')}</th>
          </tr>
        </thead>
        <tbody>
          {subscriptions.map((subscription) => (
            <SubscriptionRow key={subscription.id} subscription={subscription} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SubscriptionRow({ subscription }: { subscription: SubscriptionWire }) {
  const { t, lang } = useTexts();
  const { status, items, current_period_end } = subscription;
  const [{ price, quantity }] = items.data;
  return (
    <tr>
      <td data-label={t('account.billing.status')}>
        <span className={status === 'active' ? 'badge badge--ok' : 'badge badge--warn'}>{stateName(status, t)}</span>
      </td>
      <td data-label={t('account.billing.amount')} className="end">
        {/* Here and below: the browser's `Intl` may word it differently. */}
        <span suppressHydrationWarning>{formatDollars(lang, price.unit_amount)}</span>
      </td>
      <td data-label={t('account.billing.quantity')} className="end">
        {formatNumber(lang, quantity)}
      </td>
      <td data-label={t('account.billing.interval')}>{intervalName(price.recurring.interval, t)}</td>
      <td data-label={t('account.billing.periodEnd')}>
        <span suppressHydrationWarning>{longDate(lang, current_period_end)}</span>
      </td>
    </tr>
  );
}

function Payer({ payer }: { payer: PaymentCustomerWire }) {
  const { t, lang } = useTexts();
  const card = payer.invoice_settings.default_payment_method?.card ?? null;
  return (
    <dl className="kv">
      <Row name={t('account.billing.since')}>
        <span suppressHydrationWarning>{longDate(lang, payer.created)}</span>
      </Row>
      {payer.email !== null && (
        <Row name={t('account.billing.email')}>
          <bdi>{payer.email}</bdi>
        </Row>
      )}
      <Row name={t('account.billing.balance')}>
        <span className="num" suppressHydrationWarning>
          {balanceText(payer.balance, lang, t)}
        </span>
      </Row>
      {card !== null && (
        <Row name={t('account.billing.card')}>
          <span className="row">
            <Icon name="card" />
            <span className="num">
              {t('account.billing.cardEnding', { brand: capitalised(card.brand), last4: card.last4 })}
            </span>
          </span>
        </Row>
      )}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the provider writes as a negative amount is taken off the next bill. */
function balanceText(cents: number, lang: string, t: Translate): string {
  if (cents >= 0) return formatDollars(lang, cents);
  return t('account.billing.inFavour', { amount: formatDollars(lang, -cents) });
}

function intervalName(interval: string, t: Translate): string {
  const names: Readonly<Record<string, string>> = {
    day: t('account.billing.day'),
    week: t('account.billing.week'),
    month: t('account.billing.month'),
    year: t('account.billing.year'),
  };
  return names[interval] ?? interval;
}

/** A state that is not known yet in the provider's own word. */
function stateName(status: string, t: Translate): string {
  const names: Readonly<Record<string, string>> = {
    active: t('account.billing.active'),
    trialing: t('account.billing.trialing'),
    past_due: t('account.billing.pastDue'),
    canceled: t('account.billing.canceled'),
    unpaid: t('account.billing.unpaid'),
    incomplete: t('account.billing.incomplete'),
    incomplete_expired: t('account.billing.incompleteExpired'),
    paused: t('account.billing.paused'),
  };
  return names[status] ?? capitalised(status);
}

/** The provider's words have no language: 'visa' is 'Visa'. */
function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** '14 February 2027', in UTC as the provider counts. */
function longDate(lang: string, atSeconds: number): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(atSeconds * 1000);
}
