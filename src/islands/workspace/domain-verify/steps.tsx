import type { ReactNode } from 'react';
import type { ClusterWire, DomainWire } from '#src/features/domains/domain-wire.ts';
import { useTexts } from '#src/ui/texts.tsx';
import { CopyControl } from '../../copy-link/copy-control.tsx';
import { addressRecord, apexType, type DnsRecord, proofRecord } from './records.ts';

interface StepsProps {
  readonly domain: DomainWire;
  readonly cluster: ClusterWire;
  /** At the end of the last step. */
  readonly children: ReactNode;
}

/** What to write where a domain's records are kept, in order. */
export function Steps({ domain, cluster, children }: StepsProps) {
  const { t } = useTexts();
  const record = addressRecord(domain, cluster);
  return (
    <section className="stack" aria-labelledby="domain-steps">
      <h2 id="domain-steps">{t('customDomains.steps.title')}</h2>
      <ol className="steps">
        <li>
          <h3>{t('customDomains.steps.txt')}</h3>
          <RecordFields record={proofRecord(domain)} />
        </li>
        <li>
          <h3>
            {domain.is_apex ? t('customDomains.steps.a', { type: apexType(cluster) }) : t('customDomains.steps.cname')}
          </h3>
          <p className="muted">
            {domain.is_apex
              ? t('customDomains.steps.aText')
              : t('customDomains.steps.cnameText', { domain: domain.display_domain, host: cluster.cluster_host })}
          </p>
          {record !== null && <RecordFields record={record} />}
        </li>
        <li>
          <h3>{t('customDomains.steps.wait')}</h3>
          <p className="muted">{t('customDomains.steps.waitText')}</p>
          {children}
        </li>
      </ol>
    </section>
  );
}

function RecordFields({ record }: { record: DnsRecord }) {
  const { t } = useTexts();
  return (
    <dl className="kv kv--copy card card__body card__body--tight">
      <Field name={t('customDomains.steps.type')} text={record.type} copyName={t('customDomains.steps.copyType')} />
      <Field name={t('customDomains.steps.host')} text={record.host} copyName={t('customDomains.steps.copyHost')} />
      <Field name={t('customDomains.steps.content')} text={record.data} copyName={t('customDomains.steps.copyValue')} />
    </dl>
  );
}

interface FieldProps {
  readonly name: string;
  readonly text: string;
  readonly copyName: string;
}

function Field({ name, text, copyName }: FieldProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="mono" dir="ltr" translate="no">
        {text}
      </dd>
      <dd>
        {/* Another value is another button: what was copied is no longer what stands there. */}
        <CopyControl key={text} text={text} look="quiet" name={copyName} />
      </dd>
    </div>
  );
}
