import { type ReadonlySignal, signal } from '@preact/signals-react';

/** The anti-forgery token of this page, shared by everything on it that posts. */
export interface ShrimpStore {
  readonly token: ReadonlySignal<string>;
  readonly isValid: ReadonlySignal<boolean>;
  /** Takes the token an answer brought along; anything but a non-empty string is ignored. */
  replace(token: unknown): void;
  setValid(isValid: boolean): void;
  /** Forgets the token: it belonged to a sign-in that is over. */
  reset(): void;
}

export function createShrimpStore(initial: string): ShrimpStore {
  const token = signal(initial);
  const isValid = signal(true);
  return {
    token,
    isValid,
    replace(next) {
      if (typeof next === 'string' && next !== '') token.value = next;
    },
    setValid(next) {
      isValid.value = next;
    },
    reset() {
      token.value = '';
      isValid.value = true;
    },
  };
}
