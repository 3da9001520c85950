import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useRef } from 'react';
import { FieldError } from '#src/ui/field.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import { useRefusal } from '../../client/refusal.ts';
import { CopyControl } from '../../copy-link/copy-control.tsx';
import type { TokenModel } from './model.ts';
import { Section } from './section.tsx';

interface ApiKeyProps {
  readonly model: TokenModel;
  readonly hasToken: boolean;
}

/** The token is shown once, right after it was made. */
export function ApiKey({ model, hasToken }: ApiKeyProps) {
  useSignals();
  const { t } = useTexts();
  const { shrimp } = useEffects();
  const failure = model.failure.value;
  const isBusy = model.isBusy.value;
  const form = useRef<HTMLFormElement>(null);
  useRefusal(form, failure);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void model.submit([]);
  }

  return (
    <Section id="api-key" title={t('account.key.title')} text={t('account.key.text')}>
      <div className="stack stack--sm">
        <ShownToken token={model.token.value} hasToken={hasToken} />
        <form className="stack stack--sm" action="/account/apitoken" method="post" ref={form} onSubmit={submit}>
          <FormTokens shrimp={shrimp.token.value} />
          {failure !== null && <FieldError id="apitoken-error" message={failure.message} isFirst />}
          <p className="row">
            <button className="btn" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              <Icon name="refresh" />
              {t('account.key.generate')}
            </button>
            <a href="/docs/api">{t('account.key.docs')}</a>
            <span className="muted" role="status">
              {model.isDone.value ? t('account.key.generated') : ''}
            </span>
          </p>
        </form>
      </div>
    </Section>
  );
}

function ShownToken({ token, hasToken }: { token: string | null; hasToken: boolean }) {
  const { t } = useTexts();
  if (token === null) return <p className="muted">{hasToken ? t('account.key.hidden') : t('account.key.none')}</p>;
  return (
    // Another token is another element: it fades in again.
    <div className="stack stack--xs fade-in" key={token}>
      <div className="copy">
        <output className="copy__value" aria-label={t('account.key.title')} dir="ltr" translate="no">
          {token}
        </output>
        <CopyControl text={token} look="icon" />
      </div>
      <p className="hint">{t('account.key.shownOnce')}</p>
    </div>
  );
}
