import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useRef, useState } from 'react';
import type { ClusterWire, DomainWire } from '#src/features/domains/domain-wire.ts';
import { Alert } from '#src/ui/alert.tsx';
import { gapAfter } from '#src/ui/sentences.ts';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import { BackToDomains } from '../back-to-domains.tsx';
import { StatusTable } from '../domain-status/status-table.tsx';
import { News } from '../news.tsx';
import { EXAMPLE_HOST, type ScreenProps } from '../screens.ts';
import { useWays } from '../ways.tsx';
import { createVerifyModel } from './model.ts';
import { apexType } from './records.ts';
import { Steps } from './steps.tsx';
import { VerifyForm } from './verify-form.tsx';

/** How a domain gets here, and how far it has come. */
export function DomainVerifyScreen({ error, notice, isSaid = false, ...start }: ScreenProps['domain-verify']) {
  useSignals();
  const effects = useEffects();
  const { t } = useTexts();
  const { outdate } = useWays();
  const [model] = useState(() => createVerifyModel(start, { ...effects, t, onChecked: outdate }));
  const drawn = useRef(start.domain);
  const [domain, cluster] = [model.domain.value, model.cluster.value];
  const vhost = domain.vhost?.last_monitored_unix ? domain.vhost : null;

  // Lets the button come by itself when its time has come.
  useEffect(() => model.watch(), [model]);

  // The page has been put into another language: what the server words comes with the new props.
  useEffect(() => {
    if (drawn.current === start.domain) return;
    drawn.current = start.domain;
    model.reword(start);
  });

  return (
    <div className="app-form">
      <BackToDomains />
      <header className="title">
        <h1 tabIndex={-1}>{t('workspace.title.domainVerify')}</h1>
        {vhost === null && <Before domain={domain} />}
      </header>
      <News notice={notice} failure={error} isSaid={isSaid} />
      <div className="stack stack--lg">
        {vhost !== null && <StatusTable vhost={vhost} />}
        {domain.is_apex && <ApexWarning domain={domain} cluster={cluster} />}
        <Steps domain={domain} cluster={cluster}>
          <VerifyForm model={model} />
        </Steps>
      </div>
    </div>
  );
}

function Before({ domain }: { domain: DomainWire }) {
  const { t } = useTexts();
  return (
    <p>
      <Slotted text={t('customDomains.verify.before', { domain: SLOT })}>
        <b>
          <bdi>{domain.display_domain}</bdi>
        </b>
      </Slotted>
    </p>
  );
}

function ApexWarning({ domain, cluster }: { domain: DomainWire; cluster: ClusterWire }) {
  const { t } = useTexts();
  const hasAddress = cluster.cluster_ip !== null;
  const [label = ''] = EXAMPLE_HOST.split('.');
  const example = `${label}.${domain.display_domain}`;
  const apex = t('customDomains.verify.apex', { domain: SLOT, type: apexType(cluster) });
  return (
    <Alert kind="warn">
      <Slotted text={apex}>
        <bdi>{domain.display_domain}</bdi>
      </Slotted>
      {!hasAddress && `${gapAfter(apex)}${t('customDomains.verify.noAddress', { example })}`}
    </Alert>
  );
}
