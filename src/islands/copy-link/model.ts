import { type ReadonlySignal, signal } from '@preact/signals-react';

const COPIED_FOR_MS = 2000;

export interface CopyDeps {
  readonly copy: (text: string) => Promise<void>;
  readonly later: (run: () => void, delayMs: number) => void;
  readonly log: (message: string, cause: unknown) => void;
}

export interface CopyModel {
  /** True for two seconds after each copy. */
  readonly isCopied: ReadonlySignal<boolean>;
  /** Copies; a refusal of the browser is only logged. */
  copy(text: string): Promise<void>;
}

export function createCopyModel({ copy, later, log }: CopyDeps): CopyModel {
  const isCopied = signal(false);
  let copies = 0;
  return {
    isCopied,
    async copy(text) {
      try {
        await copy(text);
      } catch (cause) {
        log('The clipboard refused', cause);
        return;
      }
      copies += 1;
      const thisCopy = copies;
      isCopied.value = true;
      later(() => {
        // A second click starts the two seconds anew.
        if (thisCopy === copies) isCopied.value = false;
      }, COPIED_FOR_MS);
    },
  };
}
