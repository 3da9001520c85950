import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useRef, useState } from 'react';
import { fieldState } from '#src/ui/field.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Said } from '#src/ui/said.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects, useLasting } from '../../client/effects.tsx';
import { fieldsOf } from '../../client/form-post.ts';
import { useRefusal } from '../../client/refusal.ts';
import { BackToDomains } from '../back-to-domains.tsx';
import { DomainPlanHint, lacksDomains } from '../domain-plan.tsx';
import { News } from '../news.tsx';
import type { ScreenProps } from '../screens.ts';
import { useWays } from '../ways.tsx';
import { createAddModel } from './model.ts';

const ERROR_ID = 'domain-error';

export function DomainAddScreen(props: ScreenProps['domain-add']) {
  useSignals();
  const { t } = useTexts();
  const { auth } = useEffects();
  // Somebody who has typed a name gets it back, whatever the plan is by now.
  const isOffered = props.typed !== '' || !lacksDomains(auth);
  return (
    // The style sheet hides the feedback link of the footer where this class stands.
    <div className="app-card without-feedback">
      <BackToDomains />
      <header className="title">
        <h1 tabIndex={-1}>{t('workspace.title.domainAdd')}</h1>
        {isOffered && (
          <p>
            <Slotted text={t('customDomains.add.text', { example: SLOT })}>
              <bdi>{props.example}</bdi>
            </Slotted>
          </p>
        )}
      </header>
      {isOffered ? <AddForm {...props} /> : <DomainPlanHint hasDomains={false} />}
    </div>
  );
}

function AddForm({ example, ...start }: ScreenProps['domain-add']) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const ways = useWays();
  const place = useRef<HTMLDivElement>(null);
  const model = useLasting('domain-add', (isShown) => createAddModel(start, { ...effects, t, ways, isShown }));
  const [typed] = useState(model.typed);
  const failure = model.failure.value;
  const isBusy = model.isBusy.value;
  const hasFieldError = failure?.field === 'domain';
  useRefusal(place, failure);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void model.submit(fieldsOf(event.currentTarget));
  }

  return (
    <div ref={place}>
      <News id={ERROR_ID} notice={null} failure={failure} />
      <form className="stack" action="/account/domains/add" method="post" onSubmit={submit}>
        <FormTokens shrimp={effects.shrimp.token.value} />
        <div className="field">
          <label className="label" htmlFor="domain">
            {t('customDomains.add.label')}
          </label>
          <input
            className="input"
            id="domain"
            name="domain"
            type="text"
            inputMode="url"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            readOnly={isBusy}
            placeholder={t('customDomains.add.placeholder', { host: example })}
            defaultValue={typed}
            {...fieldState(null, hasFieldError ? ERROR_ID : null)}
            // biome-ignore lint/a11y/noAutofocus: the only field of the page, and what it was opened for
            autoFocus={failure === null || hasFieldError}
          />
        </div>
        <div className="row">
          <button className="btn btn--primary btn--lg" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
            {isBusy ? t('customDomains.add.adding') : t('customDomains.add.submit')}
          </button>
          <Said>{isBusy ? t('customDomains.add.adding') : ''}</Said>
          <p role="status" className="muted">
            {model.isLeaving.value ? t('customDomains.add.leaving') : ''}
          </p>
        </div>
      </form>
    </div>
  );
}
