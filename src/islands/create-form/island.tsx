import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { Fields } from '../client/client.ts';
import { useEffects } from '../client/effects.tsx';
import type { FormFailure } from '../client/form-post.ts';
import { conceal, type Kind } from './api.ts';
import { CreateButtons } from './create-buttons.tsx';
import { createCreateFormModel } from './model.ts';
import { type Lifetime, LinkPreview, PrivacyOptions } from './options.tsx';
import { WritingArea } from './writing-area.tsx';

export interface CreateFormIslandProps {
  readonly action: string;
  readonly maxContentChars: number;
  readonly lifetimes: readonly Lifetime[];
  readonly ttlSeconds: number;
  readonly linkPrefix: string;
  readonly host: string;
  readonly initialText: string;
  readonly isPrefilled: boolean;
  readonly error: FormFailure | null;
}

/** What was typed before the script arrived stays: the document is the truth, not the props. */
export function keepTyped(place: HTMLElement): Pick<CreateFormIslandProps, 'initialText'> {
  return { initialText: place.querySelector('textarea')?.value ?? '' };
}

export function CreateForm(props: CreateFormIslandProps) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const [model] = useState(() => {
    const send = (kind: Kind, fields: Fields) => conceal(effects.client, kind, fields, t);
    return createCreateFormModel({ ...props, ...effects, conceal: send });
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const failure = model.failure.value ?? props.error;
  const errorOf = (field: string) => (failure?.field === field ? failure.message : null);
  const isForField = errorOf('secret') !== null || errorOf('passphrase') !== null;

  // Keeps the focus in step with a refusal: back to the content it is about.
  useEffect(() => {
    if (failure?.field === 'secret') area.current?.focus();
  }, [failure]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void model.submit(pressedKind(event), fieldsOf(event.currentTarget));
  }

  return (
    <form className="sheet" action={props.action} method="post" onSubmit={submit}>
      <FormTokens shrimp={effects.shrimp.token.value} />
      <input type="hidden" name="share_domain" value={props.host} />
      <WritingArea {...props} model={model} area={area} error={errorOf('secret')} />
      <div className="sheet__opts">
        <PrivacyOptions {...props} passphraseError={errorOf('passphrase')} />
        <LinkPreview linkPrefix={props.linkPrefix} host={props.host} />
      </div>
      {failure !== null && !isForField && (
        <Alert kind="danger" role="alert">
          {failure.message}
        </Alert>
      )}
      <CreateButtons model={model} />
    </form>
  );
}

function pressedKind(event: FormEvent<HTMLFormElement>): Kind {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.value === 'generate' ? 'generate' : 'share';
}

function fieldsOf(form: HTMLFormElement): Fields {
  return [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
}
