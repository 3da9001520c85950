import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { ReadyWords } from '#src/ui/ready-words.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { Fields } from '../client/client.ts';
import { useEffects, useReturn } from '../client/effects.tsx';
import { type FormFailure, fieldsOf } from '../client/form-post.ts';
import { useRefusal } from '../client/refusal.ts';
import { conceal, type Kind } from './api.ts';
import { CreateButtons } from './create-buttons.tsx';
import { type CreateFormModel, createCreateFormModel, type LateRefusal } from './model.ts';
import { type Lifetime, LinkPreview, PrivacyOptions } from './options.tsx';
import { createShareDomainModel, hasChoice, type ShareDomain } from './share-domain.ts';
import { WritingArea } from './writing-area.tsx';

/** Fields that say by themselves what is wrong with them; their ids are their names. */
const ERROR_FIELDS = ['secret', 'passphrase', 'recipient', 'share_domain'] as const;

type ErrorField = (typeof ERROR_FIELDS)[number];

export interface CreateFormIslandProps {
  readonly action: string;
  readonly maxContentChars: number;
  readonly lifetimes: readonly Lifetime[];
  readonly ttlSeconds: number;
  readonly linkPrefix: string;
  readonly host: string;
  /** The customer's other choices for the link. */
  readonly customDomains: readonly ShareDomain[];
  /** Name of the domain that was chosen before an error; '' for none. */
  readonly shareDomain: string;
  readonly initialText: string;
  readonly isPrefilled: boolean;
  /** What was typed before an error. */
  readonly passphrase: string;
  /** Whether the link may be sent by e-mail. */
  readonly hasRecipient: boolean;
  readonly recipient: string;
  /** Fewest characters of a passphrase; 0 when none is needed. */
  readonly minPassphraseChars: number;
  /** Marks the button with the asterisk of the footnote below the form. */
  readonly hasMark: boolean;
  /** Shares in the name of who is signed in, or not at all. */
  readonly isOwned: boolean;
  readonly error: FormFailure | null;
}

/** For a visitor who has not typed anything yet. */
export const USUAL_PROPS = {
  ...{ action: '/', customDomains: [], shareDomain: '', isPrefilled: false, passphrase: '' },
  ...{ hasRecipient: false, recipient: '' },
  ...{ minPassphraseChars: 0, hasMark: true, isOwned: false, error: null },
} as const satisfies Partial<CreateFormIslandProps>;

/** What was typed before the script arrived stays: the document is the truth, not the props. */
export function keepTyped(place: HTMLElement): Pick<CreateFormIslandProps, 'initialText' | 'passphrase' | 'lifetimes'> {
  const options = place.querySelectorAll<HTMLOptionElement>('#ttl option[value]');
  return {
    initialText: place.querySelector('textarea')?.value ?? '',
    passphrase: typedPassphrase(place),
    lifetimes: [...options].map(({ value, text }) => ({ seconds: Number(value), label: text })),
  };
}

/**
 * The passphrase in the document. React leaves its field as it is, unless an extension of the browser has put something
 * beside it: then it draws the form anew, and nobody would notice that the secret is shared without a passphrase.
 */
export function typedPassphrase(place: HTMLElement): string {
  return place.querySelector<HTMLInputElement>('#passphrase')?.value ?? '';
}

interface CreateFormProps extends CreateFormIslandProps {
  /** Leads to the private page; unless given, the browser goes there. */
  readonly onShared?: (url: string) => void;
  /** Only in the workspace, where the form may go while it is sent: a secret was made after that, or refused. */
  readonly onMissed?: () => void;
  readonly onRefusedLate?: (refused: LateRefusal) => void;
}

export function CreateForm(props: CreateFormProps) {
  useSignals();
  const effects = useEffects();
  const form = useRef<HTMLFormElement>(null);
  // As they were at first: a page drawn anew in another language has none, and an untouched field would follow it.
  const [{ passphrase, recipient }] = useState(props);
  const model = useFormModel(props, form);
  const [shareDomain] = useState(() => {
    const { host, linkPrefix, customDomains: others, shareDomain: drawn } = props;
    return createShareDomainModel({
      site: { name: nameIn(linkPrefix), host, linkPrefix },
      others,
      drawn,
      storage: effects.storage,
    });
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const failure = model.failure.value;
  const isDrawn = {
    secret: true,
    passphrase: true,
    recipient: props.hasRecipient,
    share_domain: hasChoice(shareDomain),
  };
  const field = ERROR_FIELDS.find((name) => isDrawn[name] && name === failure?.field) ?? null;
  const errorOf = (name: ErrorField) => (name === field && failure !== null ? failure.message : null);
  useRefusal(form, failure);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void model.submit(pressedKind(event), fieldsOf(event.currentTarget));
  }

  return (
    <form className="sheet" action={props.action} method="post" data-once="" ref={form} onSubmit={submit}>
      <FormTokens shrimp={effects.shrimp.token.value} />
      {props.customDomains.length === 0 && <input type="hidden" name="share_domain" value={nameIn(props.linkPrefix)} />}
      {props.isOwned && <input type="hidden" name="owned" value="true" />}
      <WritingArea {...props} model={model} area={area} error={errorOf('secret')} />
      <div className="sheet__opts">
        <PrivacyOptions
          {...props}
          passphrase={passphrase}
          recipient={recipient}
          shareDomain={shareDomain}
          passphraseError={errorOf('passphrase')}
          recipientError={errorOf('recipient')}
          shareDomainError={errorOf('share_domain')}
        />
        <LinkPreview shareDomain={shareDomain} />
      </div>
      {failure !== null && field === null && (
        <Alert kind="danger" role="alert" isFirst>
          <ReadyWords>{failure.message}</ReadyWords>
        </Alert>
      )}
      <CreateButtons model={model} hasMark={props.hasMark} />
    </form>
  );
}

function useFormModel(props: CreateFormProps, form: RefObject<HTMLFormElement | null>): CreateFormModel {
  const { t } = useTexts();
  const effects = useEffects();
  const [model] = useState(() => {
    const send = (kind: Kind, fields: Fields) => conceal(effects.client, kind, fields, t);
    const empty = () => emptyFields(form.current);
    const isShown = () => form.current !== null;
    const { onShared: go = effects.go, onMissed = () => {}, onRefusedLate = () => {} } = props;
    const later = { go, onMissed, onRefusedLate };
    return createCreateFormModel({ ...props, ...effects, conceal: send, empty, isShown, ...later });
  });

  useReturn(model.comeBack);

  return model;
}

/** Empties the fields that hold a secret: a browser may keep the page as it stands here, and bring it back. */
function emptyFields(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('#secret, #passphrase') ?? [])
    field.value = '';
}

function pressedKind(event: FormEvent<HTMLFormElement>): Kind {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.value === 'generate' ? 'generate' : 'share';
}

/** The host as it stands in addresses, which is what a form sends: people may read it otherwise. */
function nameIn(linkPrefix: string): string {
  return /^https?:\/\/([^/]+)/.exec(linkPrefix)?.[1] ?? '';
}
