import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { CaptchaModel } from '../captcha/model.ts';

/** A form that is still here after that has not been sent: somebody has stopped the page, and may try again. */
const SENDING_MS = 5000;

export interface SendingDeps {
  /** Null where none is asked for, or this browser cannot solve one. */
  readonly captcha: Pick<CaptchaModel, 'start' | 'payload'> | null;
  readonly later: (run: () => void, delayMs: number) => void;
}

export interface SendingModel {
  readonly isBusy: ReadonlySignal<boolean>;
  /**
   * Whether the browser may send the form now. A second press while it is being sent may not; before the
   * captcha is solved it may not either: solving begins, and `again` is called when it is done.
   */
  maySend(again: () => void): boolean;
  /** The browser has the form, and may be about to leave the page. */
  isUnderWay(): boolean;
  /** The browser shows the page again as it stood when it was left. */
  comeBack(): void;
}

export function createSendingModel({ captcha, later }: SendingDeps): SendingModel {
  const isBusy = signal(false);
  let isUnderWay = false;

  function rest(): void {
    isUnderWay = false;
    isBusy.value = false;
  }

  async function solve(solver: NonNullable<SendingDeps['captcha']>, again: () => void): Promise<void> {
    await solver.start();
    isBusy.value = false;
    // What went wrong stands at the captcha.
    if (solver.payload.value !== '') again();
  }

  return {
    isBusy,
    maySend(again) {
      if (isBusy.value) return false;
      isBusy.value = true;
      if (captcha !== null && captcha.payload.value === '') {
        void solve(captcha, again);
        return false;
      }
      isUnderWay = true;
      later(rest, SENDING_MS);
      return true;
    },
    isUnderWay: () => isUnderWay,
    comeBack: rest,
  };
}
