import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useEffect, useRef } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { ReadyWords } from '#src/ui/ready-words.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import { useRefusal } from '../../client/refusal.ts';
import { domainPath } from '../domain-paths.ts';
import { DomainPlanHint, lacksDomains } from '../domain-plan.tsx';
import type { VerifyModel } from './model.ts';

/** Asks for a check, once enough time has gone by since the last. */
export function VerifyForm({ model }: { model: VerifyModel }) {
  useSignals();
  const { t } = useTexts();
  const { shrimp, auth } = useEffects();
  const news = useRef<HTMLDivElement>(null);
  const { display_domain } = model.domain.value;
  const [failure, isDone] = [model.failure.value, model.isDone.value];
  const form = useRef<HTMLFormElement>(null);
  useRefusal(form, failure);

  // The button goes away with a success: the keyboard moves on to the news.
  useEffect(() => {
    if (isDone && document.activeElement === document.body) news.current?.focus();
  }, [isDone]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void model.verify();
  }

  if (lacksDomains(auth)) return <DomainPlanHint hasDomains />;
  return (
    <form
      className="stack stack--sm"
      action={domainPath({ display_domain }, 'verify')}
      method="post"
      data-once=""
      ref={form}
      onSubmit={submit}
    >
      <FormTokens shrimp={shrimp.token.value} />
      <input type="hidden" name="domain" value={display_domain} />
      {failure !== null && (
        <Alert kind="danger" role="alert" isFirst>
          <ReadyWords>{failure.message}</ReadyWords>
        </Alert>
      )}
      {isDone && (
        <div ref={news} tabIndex={-1}>
          <Alert kind="ok" role="status">
            {t('domainNotices.verifying')}
          </Alert>
        </div>
      )}
      {model.isButtonShown.value ? (
        <VerifyButton model={model} />
      ) : (
        <p className="hint">{t('customDomains.verify.soon')}</p>
      )}
    </form>
  );
}

function VerifyButton({ model }: { model: VerifyModel }) {
  useSignals();
  const { t } = useTexts();
  return (
    <p>
      <button
        className="btn btn--primary"
        type="submit"
        aria-busy={model.isBusy.value}
        aria-disabled={model.isButtonOff.value}
      >
        <Icon name="refresh" />
        {t('customDomains.verify.submit')}
      </button>
    </p>
  );
}
