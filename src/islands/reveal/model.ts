import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '#src/ui/texts.tsx';
import type { FormFailure } from '../client/form-post.ts';
import type { Claim, Revealed } from './api.ts';
import { createWait } from './wait.ts';

export interface RevealDeps {
  readonly claim: (passphrase: string | null) => Promise<Claim>;
  readonly markSeen: () => Promise<void>;
  readonly t: Translate;
  readonly nowMs: () => number;
  readonly later: (run: () => void, delayMs: number) => void;
}

export interface RevealStart {
  /** Already shown by the server: a form post without script. */
  readonly revealed: Revealed | null;
  readonly failure: FormFailure | null;
  readonly triesLeft: number | null;
  readonly retryAfterSeconds: number;
}

export interface RevealModel {
  readonly step: ReadonlySignal<'sealed' | 'revealed' | 'gone'>;
  readonly isBusy: ReadonlySignal<boolean>;
  readonly revealed: ReadonlySignal<Revealed | null>;
  /** Another object with every refusal, also when its message stays the same. */
  readonly failure: ReadonlySignal<FormFailure | null>;
  /** Wrong passphrases still allowed; null without a passphrase. */
  readonly triesLeft: ReadonlySignal<number | null>;
  /** Seconds until the next try; 0 is now. */
  readonly waitSeconds: ReadonlySignal<number>;
  /** Lets the waiting time run; called once, in the browser. */
  start(): void;
  /** A person touched the page: told to the server once. */
  touch(): void;
  reveal(passphrase: string | null): Promise<void>;
}

/** What the recipient's page decides. The value is only ever in memory and on the screen. */
export function createRevealModel(start: RevealStart, deps: RevealDeps): RevealModel {
  const isBusy = signal(false);
  const isGone = signal(false);
  const revealed = signal(start.revealed);
  const failure = signal(start.failure);
  const triesLeft = signal(start.triesLeft);
  const wait = createWait(start.retryAfterSeconds, deps);
  let isTouched = false;

  function refuse(refused: ReturnType<typeof refusalOf>): void {
    failure.value = { field: refused.field, message: refused.message };
    triesLeft.value = refused.triesLeft ?? triesLeft.value;
    wait.begin(refused.retryAfterSeconds);
  }

  function take(claim: Claim): void {
    if (claim.kind === 'revealed') revealed.value = claim.revealed;
    else if (claim.kind === 'gone') isGone.value = true;
    else refuse(refusalOf(claim, deps.t));
  }

  return {
    step: computed(() => (isGone.value ? 'gone' : revealed.value === null ? 'sealed' : 'revealed')),
    isBusy,
    revealed,
    failure,
    triesLeft,
    waitSeconds: wait.seconds,
    start: () => wait.begin(start.retryAfterSeconds),
    touch() {
      if (isTouched) return;
      isTouched = true;
      void deps.markSeen();
    },
    async reveal(passphrase) {
      if (isBusy.value || wait.seconds.value > 0) return;
      isBusy.value = true;
      failure.value = null;
      take(await deps.claim(passphrase));
      isBusy.value = false;
    },
  };
}

function refusalOf(claim: Exclude<Claim, { kind: 'revealed' | 'gone' }>, t: Translate) {
  if (claim.kind === 'refused') return { ...claim, message: claim.message ?? t('secret.fetch.failed') };
  const message = claim.kind === 'no-response' ? t('secret.fetch.noResponse') : t('secret.fetch.unexpected');
  return { field: null, message, retryAfterSeconds: 0, triesLeft: null };
}
