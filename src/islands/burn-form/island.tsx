import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useRef, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { ReadyWords } from '#src/ui/ready-words.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects, useReturn } from '../client/effects.tsx';
import type { FormFailure } from '../client/form-post.ts';
import { useRefusal } from '../client/refusal.ts';
import { PassphraseField } from '../passphrase-field/island.tsx';
import { createBurnModel } from './model.ts';

export interface BurnFormProps {
  readonly metadataKey: string;
  readonly action: string;
  readonly cancelUrl: string;
  readonly hasPassphrase: boolean;
  readonly error: FormFailure | null;
}

/** The burn confirmation: a plain form that stays on its page while it is sent. */
export function BurnForm(props: BurnFormProps) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const [model] = useState(() => createBurnModel(props.metadataKey, { ...effects, t, error: props.error }));
  const form = useRef<HTMLFormElement>(null);
  const passphrase = useRef<HTMLInputElement>(null);
  const isBusy = model.isBusy.value;
  const failure = model.failure.value;
  const passphraseError = failure !== null && failure.field === 'passphrase' ? failure.message : null;
  useRefusal(form, failure);

  useReturn(model.comeBack);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void model.burn(passphrase.current?.value ?? null);
  }

  return (
    <form className="stack" action={props.action} method="post" data-once="" ref={form} onSubmit={submit}>
      <FormTokens shrimp={effects.shrimp.token.value} />
      <input type="hidden" name="continue" value="true" />
      {failure !== null && failure.field !== 'passphrase' && (
        <Alert kind="danger" role="alert" isFirst>
          <ReadyWords>{failure.message}</ReadyWords>
        </Alert>
      )}
      {props.hasPassphrase && (
        <PassphraseField
          id="passphrase"
          hint={t('burn.page.passphraseHint')}
          error={passphraseError}
          inputRef={passphrase}
        />
      )}
      <div className="stack stack--sm">
        <button className="btn btn--danger btn--lg btn--block" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          <Icon name="flame" />
          {t('burn.page.confirm')}
        </button>
        <a className="btn btn--lg btn--block" href={props.cancelUrl}>
          {t('burn.page.cancel')}
        </a>
      </div>
    </form>
  );
}
