import type { ReactNode } from 'react';
import type { VhostWire } from '#src/features/domains/domain-wire.ts';
import { useTexts } from '#src/ui/texts.tsx';
import { StatusIcon } from './status-icon.tsx';

/** All that the monitor has seen of a domain. */
export function StatusTable({ vhost }: { vhost: VhostWire }) {
  const { t, lang } = useTexts();
  return (
    <section className="stack stack--sm" aria-labelledby="domain-status">
      <h2 id="domain-status">{t('customDomains.table.title')}</h2>
      <dl className="kv card card__body card__body--tight">
        <Row name={t('customDomains.table.domain')}>
          <bdi>{vhost.incoming_address}</bdi>
        </Row>
        <Row name={t('customDomains.table.status')}>
          <StatusIcon vhost={vhost} />
        </Row>
        <Row name={t('customDomains.table.target')}>
          <Address text={vhost.target_address} />
        </Row>
        <Row name={t('customDomains.table.aRecord')}>
          <Address text={vhost.dns_pointed_at} />
        </Row>
        <Row name={t('customDomains.table.sslRenews')}>
          {/* The browser's `Intl` may word it differently. */}
          <span suppressHydrationWarning>
            {longDate(lang, vhost.ssl_active_until) ?? t('customDomains.table.none')}
          </span>
        </Row>
        <Row name={t('customDomains.table.sslStatus')}>
          {vhost.has_ssl ? t('customDomains.table.sslActive') : t('customDomains.table.sslInactive')}
        </Row>
        <Row name={t('customDomains.table.monitored')}>{vhost.last_monitored_humanized}</Row>
      </dl>
    </section>
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

function Address({ text }: { text: string }) {
  const { t } = useTexts();
  // An element: a translator of the browser takes a text away, and React could not put the address in its place.
  if (text === '') return <span>{t('customDomains.table.none')}</span>;
  return (
    <bdi className="mono" dir="ltr">
      {text}
    </bdi>
  );
}

/** '14 February 2027', in UTC as certificates count. */
function longDate(lang: string, iso: string | null): string | null {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return null;
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}
