import { useSignals } from '@preact/signals-react/runtime';
import { useRef } from 'react';
import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects, useLasting } from '../../client/effects.tsx';
import { useRefusal } from '../../client/refusal.ts';
import { Section } from '../account/section.tsx';
import { BackToDomains } from '../back-to-domains.tsx';
import { DomainPlanHint, lacksDomains } from '../domain-plan.tsx';
import { News } from '../news.tsx';
import type { ScreenProps } from '../screens.ts';
import { BrandForm } from './brand-form.tsx';
import { LogoForms } from './logo-forms.tsx';
import { type BrandModel, createBrandModel } from './model.ts';

/** How the pages look that are served under a customer's domain. */
export function DomainBrandScreen(props: ScreenProps['domain-brand']) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const { domain } = props;
  const model = useLasting(`domain-brand ${domain.identifier}`, () => createBrandModel(props, { ...effects, t }));
  const failure = model.failure.value;
  // What was typed is not taken away together with the form.
  const isOffered = failure !== null || !lacksDomains(effects.auth);
  const isForField = failure !== null && failure.field !== null;
  const place = useRef<HTMLDivElement>(null);
  useRefusal(place, failure);
  return (
    <div ref={place}>
      <BackToDomains />
      <header className="title">
        <h1 tabIndex={-1}>{t('workspace.title.domainBrand')}</h1>
        <p>
          <bdi>{domain.display_domain}</bdi>
        </p>
      </header>
      <News notice={model.noticeAt('page')} failure={isForField ? null : failure} />
      {isOffered ? <Forms domain={domain} model={model} /> : <DomainPlanHint hasDomains />}
    </div>
  );
}

function Forms({ domain, model }: { domain: DomainWire; model: BrandModel }) {
  const { t } = useTexts();
  return (
    <>
      <Section id="brand-words" title={t('brand.words.title')} text={t('brand.words.text')}>
        <BrandForm domain={domain} model={model} />
      </Section>
      <Section id="brand-logo" title={t('brand.logo.title')} text={t('brand.logo.text')}>
        <LogoForms domain={domain} model={model} />
      </Section>
    </>
  );
}
