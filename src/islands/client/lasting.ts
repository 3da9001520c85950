import type { ReadonlySignal } from '@preact/signals-react';

/** What a screen has sent may be answered when the screen has gone: its model is there again when it comes back. */
export interface Lasting {
  /** An answer is on its way, or has come and cannot be read on the screen yet. */
  readonly isAwaiting: ReadonlySignal<boolean>;
}

/**
 * The models of screens, for as long as somebody has to hear of them. Nothing of it leaves the memory of this document:
 * a new API key may be in it.
 */
export interface LastingModels {
  /** The one whose screen went while it awaited an answer; what became of it has not been seen yet. */
  find(name: string): Lasting | undefined;
  /** Its screen is there. What is returned tells that it goes: by then it has been seen, unless it awaits an answer. */
  show(name: string, model: Lasting): () => void;
  isShown(name: string): boolean;
  /** For the screen that comes next: what became of one that has gone. */
  keep(name: string, model: Lasting): void;
  /** Forgets them all: they belonged to a sign-in that is over. */
  reset(): void;
}

export function createLastingModels(): LastingModels {
  const models = new Map<string, Lasting>();
  const shown = new Set<string>();
  return {
    find: (name) => models.get(name),
    show(name, model) {
      models.set(name, model);
      shown.add(name);
      return () => {
        shown.delete(name);
        if (!model.isAwaiting.peek() && models.get(name) === model) models.delete(name);
      };
    },
    isShown: (name) => shown.has(name),
    keep: (name, model) => void models.set(name, model),
    reset: () => models.clear(),
  };
}
