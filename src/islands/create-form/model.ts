import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Fields } from '../client/client.ts';
import type { FormFailure } from '../client/form-post.ts';
import type { Concealed, Kind } from './api.ts';
import { countChars, truncate } from './content.ts';

export interface CreateFormDeps {
  readonly maxContentChars: number;
  readonly isPrefilled: boolean;
  readonly conceal: (kind: Kind, fields: Fields) => Promise<Concealed>;
  readonly checkShrimp: () => Promise<void>;
  readonly go: (url: string) => void;
}

export interface CreateFormModel {
  readonly charCount: ReadonlySignal<number>;
  /** Past half of the maximum the counter stays visible. */
  readonly isOverHalf: ReadonlySignal<boolean>;
  readonly canShare: ReadonlySignal<boolean>;
  readonly canGenerate: ReadonlySignal<boolean>;
  /** The button that was pressed, until the answer is there. */
  readonly busyKind: ReadonlySignal<Kind | null>;
  readonly failure: ReadonlySignal<FormFailure | null>;
  /** Takes what stands in the writing area; returns what may stay there. */
  write(text: string): string;
  submit(kind: Kind, fields: Fields): Promise<void>;
}

/** What the creation form decides: how much fits, which button may be pressed, where to go next. */
export function createCreateFormModel(deps: CreateFormDeps): CreateFormModel {
  const { maxContentChars, isPrefilled } = deps;
  const text = signal('');
  const busyKind = signal<Kind | null>(null);
  const failure = signal<FormFailure | null>(null);
  const charCount = computed(() => countChars(text.value));
  const hasContent = computed(() => text.value !== '' || isPrefilled);

  async function submit(kind: Kind, fields: Fields): Promise<void> {
    if (busyKind.value !== null) return;
    busyKind.value = kind;
    failure.value = null;
    const concealed = await deps.conceal(kind, fields);
    if (concealed.metadataKey !== null) return deps.go(`/private/${concealed.metadataKey}`);
    failure.value = concealed.failure;
    busyKind.value = null;
    await deps.checkShrimp();
  }

  return {
    charCount,
    isOverHalf: computed(() => charCount.value > maxContentChars / 2),
    canShare: computed(() => busyKind.value === null && hasContent.value),
    canGenerate: computed(() => busyKind.value === null && !hasContent.value),
    busyKind,
    failure,
    write(typed) {
      text.value = truncate(typed, maxContentChars);
      return text.value;
    },
    submit,
  };
}
