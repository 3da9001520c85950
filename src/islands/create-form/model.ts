import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { countChars, truncateChars } from '#src/values/characters.ts';
import type { Fields } from '../client/client.ts';
import type { FormFailure } from '../client/form-post.ts';
import type { Concealed, Kind } from './api.ts';

export interface LateRefusal {
  readonly fields: Fields;
  readonly failure: FormFailure;
}

export interface CreateFormDeps {
  readonly maxContentChars: number;
  readonly isPrefilled: boolean;
  /** What the page came with; the next try forgets it. */
  readonly error: FormFailure | null;
  readonly conceal: (kind: Kind, fields: Fields) => Promise<Concealed>;
  readonly checkShrimp: () => Promise<void>;
  /** Empties the fields that hold what was shared. */
  readonly empty: () => void;
  readonly go: (url: string) => void;
  /** Whether the form is still on the screen: the answer may come when somebody has gone elsewhere. */
  readonly isShown: () => boolean;
  /** The secret is there, and nobody is led to its private page. */
  readonly onMissed: () => void;
  /** It was refused, and the form that held it has gone. */
  readonly onRefusedLate: (refused: LateRefusal) => void;
}

/** How close to the end of the room: nine tenths of it are taken, all of it, and more than there was. */
const STEPS = ['near', 'full', 'over'] as const;

export interface Nearing {
  readonly step: (typeof STEPS)[number];
  /** Characters that were left when this step was reached. */
  readonly left: number;
}

export interface CreateFormModel {
  readonly charCount: ReadonlySignal<number>;
  /** Past half of the maximum the counter stays visible. */
  readonly isOverHalf: ReadonlySignal<boolean>;
  /** The last step on the way up; null far from the end. It says nothing of what is typed in between. */
  readonly nearing: ReadonlySignal<Nearing | null>;
  readonly canShare: ReadonlySignal<boolean>;
  readonly canGenerate: ReadonlySignal<boolean>;
  /** The button that was pressed, until the next page is there. */
  readonly busyKind: ReadonlySignal<Kind | null>;
  readonly failure: ReadonlySignal<FormFailure | null>;
  /** Takes what stands in the writing area; returns what may stay there. */
  write(text: string): string;
  submit(kind: Kind, fields: Fields): Promise<void>;
  /** The browser has brought the page back as it was when it was left for the next one. */
  comeBack(): void;
}

/** What the creation form decides: how much fits, which button may be pressed, where to go next. */
export function createCreateFormModel(deps: CreateFormDeps): CreateFormModel {
  const { maxContentChars, isPrefilled } = deps;
  const text = signal('');
  const busyKind = signal<Kind | null>(null);
  const failure = signal(deps.error);
  const nearing = signal<Nearing | null>(null);
  let reached = -1;
  let isLeaving = false;
  const charCount = computed(() => countChars(text.value));
  const hasContent = computed(() => text.value !== '' || isPrefilled);

  function tellNearing(typedChars: number): void {
    const isPast = [typedChars >= maxContentChars * 0.9, typedChars >= maxContentChars, typedChars > maxContentChars];
    const next = isPast.lastIndexOf(true);
    const step = STEPS[next];
    if (step === undefined) nearing.value = null;
    else if (next > reached) nearing.value = { step, left: Math.max(0, maxContentChars - typedChars) };
    reached = next;
  }

  async function submit(kind: Kind, fields: Fields): Promise<void> {
    if (busyKind.value !== null) return;
    busyKind.value = kind;
    failure.value = null;
    const concealed = await deps.conceal(kind, fields);
    if (concealed.metadataKey !== null) return leave(concealed.metadataKey);
    failure.value = concealed.failure;
    busyKind.value = null;
    if (!deps.isShown()) deps.onRefusedLate({ fields, failure: concealed.failure });
    await deps.checkShrimp();
  }

  /** Empties the form and goes on; not before the server has the secret, so that what was not shared stays. */
  function leave(metadataKey: string): void {
    text.value = '';
    deps.empty();
    isLeaving = deps.isShown();
    if (isLeaving) deps.go(`/private/${metadataKey}`);
    else deps.onMissed();
  }

  function comeBack(): void {
    // What is still on its way stays busy: it must not be sent twice.
    if (isLeaving) busyKind.value = null;
    isLeaving = false;
  }

  return {
    charCount,
    isOverHalf: computed(() => charCount.value > maxContentChars / 2),
    canShare: computed(() => busyKind.value === null && hasContent.value),
    canGenerate: computed(() => busyKind.value === null && !hasContent.value),
    nearing,
    busyKind,
    failure,
    write(typed) {
      text.value = truncateChars(typed, maxContentChars);
      // Nothing is cut off unless there was more of it: most texts are counted once.
      tellNearing(text.value === typed ? charCount.value : maxContentChars + 1);
      return text.value;
    },
    submit,
    comeBack,
  };
}
