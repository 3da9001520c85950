import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '#src/ui/texts.tsx';
import type { Answer, Client, Fields, FormFields } from './client.ts';
import { textAt } from './json.ts';

const REDIRECT_DELAY_MS = 3000;

/** What stands in a form, as it is sent. */
export function fieldsOf(form: HTMLFormElement): Fields {
  return [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
}

export interface FormFailure {
  /** The field the server named, or null for the form as a whole. */
  readonly field: string | null;
  readonly message: string;
}

export interface FormPostDeps {
  /** What the page came with; the next try forgets it. */
  readonly error?: FormFailure | null;
  readonly client: Client;
  readonly t: Translate;
  readonly go: (url: string) => void;
  readonly later: (run: () => void, delayMs: number) => void;
  readonly redirectDelayMs?: number;
  /** Where a refusal of this status leads at once, since the form has nothing to send any more; null stays. */
  readonly refusedTargetOf?: (status: number) => string | null;
}

/** The generic form helper: posts, shows what went wrong, moves on after success. */
export interface FormPost {
  readonly isBusy: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<FormFailure | null>;
  /** `targetOf` reads from the answer where to go; null stays. A second call while busy is dropped. */
  submit(url: string, fields: FormFields, targetOf: (body: unknown) => string | null): Promise<void>;
  /** What went wrong has been read. */
  forget(): void;
  /** To be called when the browser has brought the page back as it was when it was left for the target. */
  comeBack(): void;
}

export function createFormPost(deps: FormPostDeps): FormPost {
  const { client, t, go, later, redirectDelayMs = REDIRECT_DELAY_MS, refusedTargetOf = () => null } = deps;
  const isBusy = signal(false);
  const failure = signal<FormFailure | null>(deps.error ?? null);

  let isLeaving = false;

  function moveOn(target: string | null): void {
    if (target === null) isBusy.value = false;
    else later(() => leaveFor(target), redirectDelayMs);
  }

  function leaveFor(target: string): void {
    isLeaving = true;
    go(target);
  }

  return {
    isBusy,
    failure,
    async submit(url, fields, targetOf) {
      if (isBusy.value) return;
      isBusy.value = true;
      failure.value = null;
      const answer = await client.post(url, fields);
      const refusedTarget = answer.kind === 'json' && !answer.isOk ? refusedTargetOf(answer.status) : null;
      if (refusedTarget !== null) return leaveFor(refusedTarget);
      failure.value = failureOf(answer, t);
      // Busy until the next page is there: a second press must not send the form again.
      if (failure.value === null && answer.kind === 'json') moveOn(targetOf(answer.body));
      else isBusy.value = false;
    },
    forget() {
      failure.value = null;
    },
    comeBack() {
      // What is still on its way stays busy: it must not be sent twice.
      if (isLeaving) isBusy.value = false;
      isLeaving = false;
    },
  };
}

/** What the person should read about an answer; null when all is well. */
export function failureOf(answer: Answer, t: Translate): FormFailure | null {
  if (answer.kind === 'no-response') return { field: null, message: t('forms.post.unexpected') };
  if (answer.kind === 'not-json') {
    return { field: null, message: answer.isOk ? t('forms.post.incomplete') : t('forms.post.notJson') };
  }
  if (answer.isOk) return null;
  return { field: textAt(answer.body, 'field'), message: textAt(answer.body, 'message') ?? t('forms.post.refused') };
}
