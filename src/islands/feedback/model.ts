import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { CaptchaModel } from '../captcha/model.ts';
import type { Fields } from '../client/client.ts';
import type { FormFailure } from '../client/form-post.ts';
import type { Sent } from './api.ts';

export type FeedbackState = 'idle' | 'submitting' | 'success' | 'error';

export interface FeedbackDeps {
  readonly send: (fields: Fields) => Promise<Sent>;
  readonly captcha: CaptchaModel;
  /** The browser's time zone as it names it. */
  readonly timeZone: () => string;
  /** It was received: the form is to be emptied and the page told. */
  readonly onSent: () => void;
  readonly log: (message: string, cause: unknown) => void;
}

export interface FeedbackModel {
  readonly state: ReadonlySignal<FeedbackState>;
  readonly failure: ReadonlySignal<FormFailure | null>;
  /** Has to solve the captcha: nobody is signed in, or not any more. */
  readonly isVisitor: ReadonlySignal<boolean>;
  /** Sends the fields as they stand in the form. A second call while busy is dropped. */
  submit(fields: Fields): Promise<void>;
}

export interface FeedbackStart {
  /** Who was signed in when the form was drawn. */
  readonly custid: string | null;
  /** True if this page answers a form that was sent without script, and was received. */
  readonly isSent: boolean;
  readonly error: FormFailure | null;
}

export function createFeedbackModel(start: FeedbackStart, deps: FeedbackDeps): FeedbackModel {
  const { captcha } = deps;
  const state = signal<FeedbackState>(start.isSent ? 'success' : start.error === null ? 'idle' : 'error');
  const failure = signal(start.error);
  const isVisitor = signal(start.custid === null);

  function fail(reason: FormFailure): void {
    failure.value = reason;
    state.value = 'error';
    deps.log('The feedback was not sent', reason.message);
  }

  async function send(fields: Fields): Promise<void> {
    const sent = await deps.send(filledIn(fields, deps, isVisitor.value));
    if (sent.isCaptchaSpent) captcha.reset();
    // Nobody who is signed in is asked for one: the sign-in has ended since the form was drawn.
    if (sent.isCaptchaRefused) isVisitor.value = true;
    if (sent.failure !== null) return fail(sent.failure);
    state.value = 'success';
    deps.onSent();
  }

  return {
    state,
    failure,
    isVisitor,
    async submit(fields) {
      if (state.value === 'submitting') return;
      state.value = 'submitting';
      failure.value = null;
      // Whoever sends the form without having pressed the box has it done now.
      if (isVisitor.value) await captcha.start();
      if (!isVisitor.value || captcha.payload.value !== '') return send(fields);
      // What went wrong stands at the captcha.
      state.value = 'idle';
    },
  };
}

/** The document may still hold what these were before this submit. */
function filledIn(fields: Fields, { captcha, timeZone }: FeedbackDeps, isVisitor: boolean): Fields {
  const typed = fields.filter(([name]) => name !== 'tz' && name !== 'authenticity_payload');
  const solved = isVisitor ? [['authenticity_payload', captcha.payload.value] as const] : [];
  return [...typed, ['tz', timeZone()], ...solved];
}
