import type { ReadonlySignal } from '@preact/signals-react';

/** A model that outlives its screen while an answer is on its way, and is there again when the screen comes back. */
export interface Lasting {
  /** An answer is on its way, or has come and cannot be read on the screen yet. */
  readonly isAwaiting: ReadonlySignal<boolean>;
}

/**
 * The models of screens, for as long as somebody has to hear of them. They never leave the memory of this document: a
 * new API key may be in one.
 */
export interface LastingModels {
  /** The model whose screen went while it awaited an answer, if what became of it has not been seen yet. */
  find(name: string): Lasting | undefined;
  /** Call it when the screen is there, and what it returns when it goes: a model that awaits nothing is forgotten. */
  show(name: string, model: Lasting): () => void;
  isShown(name: string): boolean;
  /** Keeps what became of a screen that has gone, for the next one of that name. */
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
