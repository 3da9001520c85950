import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { FieldError, firstStop } from '#src/ui/field.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Said } from '#src/ui/said.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { createBrowserCaptcha } from '../captcha/browser-captcha.ts';
import { Captcha } from '../captcha/captcha.tsx';
import { type Effects, useEffects } from '../client/effects.tsx';
import { type FormFailure, fieldsOf } from '../client/form-post.ts';
import { useRefusal } from '../client/refusal.ts';
import { sendFeedback } from './api.ts';
import { EmailField, MessageField, Trap } from './fields.tsx';
import { createFeedbackModel, type FeedbackState } from './model.ts';
import { takeForm } from './take-form.ts';

/** What the page hears when feedback was received. */
const SENT_EVENT = 'feedback-sent';

export interface FeedbackFormProps {
  /** Begins every id in the form: it may stand twice on a page. */
  readonly id: string;
  readonly rows: number;
  /** Null for visitors: they see a captcha and may leave an address. */
  readonly custid: string | null;
  readonly version: string;
  /** What was typed before an error. */
  readonly message: string;
  readonly address: string;
  readonly isSent: boolean;
  readonly error: FormFailure | null;
  /** The browser itself asks for a message. */
  readonly isRequired?: boolean;
  /**
   * Given if the form stands over another page, which may hold what was typed and must stay: what the browser itself
   * sends is answered in a new tab.
   */
  readonly onSentAway?: () => void;
  /** Told with each change. */
  readonly onState?: (state: FeedbackState) => void;
  readonly isRed: boolean;
}

/** What was typed before the script arrived stays: the document is the truth, not the props. */
export function keepWritten(place: HTMLElement): Pick<FeedbackFormProps, 'message'> {
  return { message: place.querySelector('textarea')?.value ?? '' };
}

export function FeedbackForm(props: FeedbackFormProps) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const form = useRef<HTMLFormElement>(null);
  const { captcha, model } = useModels(props, effects, () => finish(form.current));
  const state = model.state.value;
  const isBusy = state === 'submitting';
  const isVisitor = model.isVisitor.value;
  const failure = model.failure.value;
  const errorId = failure === null ? null : `${props.id}-error`;
  const isWrong = (field: string) => failure?.field === field;
  useRefusal(form, failure);

  // What holds the form may have been closed meanwhile.
  const { onState } = props;
  useEffect(() => onState?.(state), [state, onState]);

  return (
    <form
      className="stack"
      action="/feedback"
      method="post"
      data-once=""
      // Counts where the browser sends the form itself, as without https.
      target={props.onSentAway ? '_blank' : undefined}
      ref={form}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        // Without https no browser can solve the captcha: sent as it is without script.
        if (isVisitor && !globalThis.isSecureContext) return sendAway(props, effects);
        event.preventDefault();
        void model.submit(fieldsOf(event.currentTarget));
      }}
      onReset={() => captcha.reset()}
      onKeyDown={sendOnCtrlEnter}
    >
      <FormTokens shrimp={effects.shrimp.token.value} />
      <input type="hidden" name="tz" value="" />
      <input type="hidden" name="version" value={props.version} />
      <MessageField
        {...props}
        isBusy={isBusy}
        custid={isVisitor ? null : props.custid}
        errorId={isWrong('msg') ? errorId : null}
      />
      {isVisitor && (
        <>
          <EmailField {...props} isBusy={isBusy} errorId={isWrong('email') ? errorId : null} />
          <Trap />
          <Captcha model={captcha} id={`${props.id}-captcha`} />
        </>
      )}
      <div className="row">
        <button
          className={props.isRed ? 'btn btn--danger' : 'btn btn--primary'}
          type="submit"
          aria-busy={isBusy}
          // Never `disabled`: that would take the keyboard away.
          aria-disabled={isBusy}
        >
          {isBusy ? t('feedback.form.sending') : t('feedback.form.send')}
        </button>
      </div>
      <Said>{isBusy ? t('feedback.form.sending') : ''}</Said>
      <div role="status" {...(props.isSent && firstStop(true))}>
        {state === 'success' && <Alert kind="ok">{t('feedback.form.received')}</Alert>}
      </div>
      {failure !== null && (
        <FieldError id={`${props.id}-error`} message={failure.message} isFirst={!isWrong('msg') && !isWrong('email')} />
      )}
    </form>
  );
}

/** Once the browser has taken the form along. */
function sendAway({ onSentAway }: FeedbackFormProps, { later }: Effects): void {
  if (onSentAway) later(onSentAway, 0);
}

function useModels(props: FeedbackFormProps, effects: Effects, onSent: () => void) {
  const { t } = useTexts();
  const [models] = useState(() => {
    const captcha = createBrowserCaptcha(effects, t);
    const model = createFeedbackModel(props, {
      ...{ captcha, onSent, log: effects.log },
      send: (fields) => sendFeedback({ client: effects.client, renewShrimp: () => renewShrimp(effects), t }, fields),
      timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    return { captcha, model };
  });
  return models;
}

/** By the page of the form, since no other answer brings the cookie that a token is made for. */
async function renewShrimp(effects: Effects): Promise<boolean> {
  try {
    return (await takeForm(effects)) !== null;
  } catch (cause) {
    effects.log('The feedback form did not come', cause);
    return false;
  }
}

/** Empties the form, also of what stood in it from the start, and tells the page. */
function finish(form: HTMLFormElement | null): void {
  if (form === null) return;
  form.reset();
  for (const field of form.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('textarea, [type="email"]')) {
    field.value = '';
  }
  form.dispatchEvent(new CustomEvent(SENT_EVENT, { bubbles: true }));
}

function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}
