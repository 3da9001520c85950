import type { ColonelCustomerWire } from '#src/features/colonel/colonel-wire.ts';
import { formatNumber, formatUtc } from '#src/ui/amounts.ts';
import { useTexts } from '#src/ui/texts.tsx';

export function Customers({ customers }: { customers: readonly ColonelCustomerWire[] }) {
  const { t } = useTexts();
  if (customers.length === 0) return <p className="card card__body muted">{t('colonel.customers.none')}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll sideways, and the keyboard must reach that */}
      <section className="table-wrap" tabIndex={0} aria-label={t('colonel.customers.caption')}>
        <table className="table table--stack">
          <caption className="vh">{t('colonel.customers.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('colonel.customers.customer')}</th>
              <th scope="col">{t('colonel.customers.plan')}</th>
              <th scope="col">{t('colonel.customers.verified')}</th>
              <th scope="col" className="end">
                {t('colonel.customers.created')}
              </th>
              <th scope="col" className="end">
                {t('colonel.customers.shared')}
              </th>
              <th scope="col" className="end">
                {t('colonel.customers.mails')}
              </th>
              <th scope="col">{t('colonel.customers.since')}</th>
            </tr>
          </thead>
          <tbody>
            {customers.map((customer) => (
              <CustomerRow key={customer.custid} customer={customer} />
            ))}
          </tbody>
        </table>
      </section>
      <p className="footnote">{t('colonel.customers.footnote')}</p>
    </>
  );
}

function CustomerRow({ customer }: { customer: ColonelCustomerWire }) {
  const { t, lang } = useTexts();
  return (
    <tr>
      <th scope="row">
        <bdi>{customer.custid}</bdi>
        {customer.colonel && '*'}
      </th>
      <td data-label={t('colonel.customers.plan')}>{customer.planid}</td>
      <td data-label={t('colonel.customers.verified')}>
        {customer.verified ? t('colonel.customers.yes') : t('colonel.customers.no')}
      </td>
      <td data-label={t('colonel.customers.created')} className="end">
        {formatNumber(lang, customer.secrets_created)}
      </td>
      <td data-label={t('colonel.customers.shared')} className="end">
        {formatNumber(lang, customer.secrets_shared)}
      </td>
      <td data-label={t('colonel.customers.mails')} className="end">
        {formatNumber(lang, customer.emails_sent)}
      </td>
      <td data-label={t('colonel.customers.since')}>
        {/* The browser's `Intl` may word it differently. */}
        <span suppressHydrationWarning>{formatUtc(lang, customer.created * 1000)}</span>
      </td>
    </tr>
  );
}
