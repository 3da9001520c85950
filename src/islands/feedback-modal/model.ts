import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { FeedbackState } from '../feedback/model.ts';

export interface FeedbackModalModel {
  readonly isOpen: ReadonlySignal<boolean>;
  /** What was written is on its way: the form stays, also in the dialog that is closed meanwhile. */
  readonly isSending: ReadonlySignal<boolean>;
  open(): void;
  close(): void;
  /** Told by the form with each change: what was not sent opens the dialog again, whatever was in its way. */
  follow(state: FeedbackState): void;
}

/** Begins open: the press that brought it asked for that. */
export function createFeedbackModal(): FeedbackModalModel {
  const isOpen = signal(true);
  const state = signal<FeedbackState>('idle');
  return {
    isOpen,
    isSending: computed(() => state.value === 'submitting'),
    open() {
      isOpen.value = true;
    },
    close() {
      isOpen.value = false;
    },
    follow(next) {
      state.value = next;
      if (next === 'error' || next === 'idle') isOpen.value = true;
    },
  };
}
