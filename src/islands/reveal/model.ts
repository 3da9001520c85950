import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '#src/ui/texts.tsx';
import type { FormFailure } from '../client/form-post.ts';
import { forwardClock } from '../forward-clock.ts';
import type { Claim, Revealed, Standing } from './api.ts';
import { createWait } from './wait.ts';

export interface RevealDeps {
  /** Given up where no answer begins within so many milliseconds; undefined is never. */
  readonly claim: (passphrase: string | null, withinMs: number | undefined) => Promise<Claim>;
  /** How it stands with the tries; null where that cannot be known. Tries nothing. */
  readonly look: () => Promise<Standing | null>;
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
  /** For how long an answer that was lost can be had again; 0 is never. */
  readonly redeliverySeconds: number;
}

export interface RevealModel {
  readonly step: ReadonlySignal<'sealed' | 'revealed' | 'gone'>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** While busy: no answer came, and it is asked again. */
  readonly isTryingAgain: ReadonlySignal<boolean>;
  /** No answer came, however often it was asked, but another press may bring it; false once it can be had no more. */
  readonly isLost: ReadonlySignal<boolean>;
  readonly revealed: ReadonlySignal<Revealed | null>;
  /** Another object with every refusal, also when its message stays the same. */
  readonly failure: ReadonlySignal<FormFailure | null>;
  /** Wrong passphrases still allowed, 0 once it is locked; null without a passphrase. */
  readonly triesLeft: ReadonlySignal<number | null>;
  /** Seconds until the next try; 0 is now. */
  readonly waitSeconds: ReadonlySignal<number>;
  /** Lets the waiting time run; called once, in the browser. */
  start(): void;
  /** A person touched the page: told to the server once. */
  touch(): void;
  reveal(passphrase: string | null): Promise<void>;
}

/** Pauses between the tries of one press, or longer ones that the server wants. */
const RETRY_DELAYS_MS = [500, 1000, 2000];
/** Longer than a server waits to count the call, and then for a store that is away. */
export const ANSWER_WITHIN_MS = 20_000;
/** A server that wants more time than this says so to the reader, who presses again then. */
const LONGEST_PAUSE_MS = 5000;
/** How often a locked page asks whether the lock was lifted: often enough for somebody who waits on the telephone. */
const LOOK_EVERY_MS = 15_000;

/** What the recipient's page decides. The value is only ever in memory and on the screen. */
export function createRevealModel(start: RevealStart, deps: RevealDeps): RevealModel {
  const isBusy = signal(false);
  const isGone = signal(false);
  const [isTryingAgain, isLost] = [signal(false), signal(false)];
  const revealed = signal(start.revealed);
  const failure = signal(start.failure);
  const triesLeft = signal(start.triesLeft);
  const wait = createWait(start.retryAfterSeconds, { ...deps, onSecond: lookWhenDue, onRunDown: forgetWait });
  /** Whether the refusal speaks of nothing but a wait, if there is one. */
  let isOnlyWait = start.failure?.field === null;
  let isTouched = false;
  const clock = forwardClock(deps.nowMs);
  let lookedAtMs = clock();
  /** When the first try began, of whatever press, whose outcome is still unknown. */
  let unansweredSinceMs: number | null = null;
  /** Until when, at the latest, what the last try may have claimed can be had again: a try claims before it ends. */
  let hopeEndsAtMs = 0;

  /** Asks while the page is locked: a sender who lifts the lock has no way to tell it. */
  function lookWhenDue(): void {
    const nowMs = clock();
    if (triesLeft.value !== 0) lookedAtMs = nowMs;
    if (nowMs - lookedAtMs < LOOK_EVERY_MS) return;
    lookedAtMs = nowMs;
    const shown = failure.value;
    void deps.look().then((standing) => {
      // An answer from before another try says nothing of what that has brought.
      if (failure.value === shown) takeLifted(standing);
    });
  }

  function takeLifted(standing: Standing | null): void {
    if (standing === null || standing.retryAfterSeconds > 0 || wait.seconds.value === 0) return;
    triesLeft.value = standing.triesLeft;
    // What its message says of a lock is no longer so.
    failure.value = null;
    wait.end();
  }

  /** What says when to try again is no longer so. */
  function forgetWait(): void {
    if (isOnlyWait) failure.value = null;
  }

  function refuse(claim: Unserved): void {
    const refused = refusalOf(claim, deps.t);
    isOnlyWait = refused.field === null && !isPerhapsLost(claim);
    failure.value = { field: refused.field, message: refused.message };
    triesLeft.value = refused.triesLeft ?? triesLeft.value;
    wait.begin(refused.retryAfterSeconds);
  }

  function take(claim: Claim): void {
    if (claim.kind === 'revealed') revealed.value = claim.revealed;
    else if (claim.kind === 'gone') isGone.value = true;
    else refuse(claim);
  }

  const pause = (delayMs: number) => new Promise<void>((resolve) => deps.later(resolve, delayMs));

  /** How long to wait for an answer. For ever if another try would be too late: giving up loses what may still come. */
  function patienceMs(nextPauseMs = Number.POSITIVE_INFINITY): number | undefined {
    unansweredSinceMs ??= clock();
    const endMs = unansweredSinceMs + start.redeliverySeconds * 1000;
    return clock() + ANSWER_WITHIN_MS + nextPauseMs < endMs ? ANSWER_WITHIN_MS : undefined;
  }

  /** As one claimant: whatever has become of the answers, the secret is handed to this page or to nobody. */
  async function claimUntilAnswered(passphrase: string | null): Promise<Claim> {
    const ask = (nextPauseMs: number | undefined) => deps.claim(passphrase, patienceMs(nextPauseMs));
    let claim = await ask(RETRY_DELAYS_MS[0]);
    for (const [at, delayMs] of RETRY_DELAYS_MS.entries()) {
      const wantedMs = claim.kind === 'refused' ? claim.retryAfterSeconds * 1000 : 0;
      if (!isPerhapsLost(claim) || wantedMs > LONGEST_PAUSE_MS) break;
      isTryingAgain.value = true;
      await pause(Math.max(delayMs, wantedMs));
      claim = await ask(RETRY_DELAYS_MS[at + 1]);
    }
    isTryingAgain.value = false;
    hopeEndsAtMs = isPerhapsLost(claim) ? clock() + start.redeliverySeconds * 1000 : 0;
    hope();
    return claim;
  }

  /** Ends `isLost` by the clock, however late the timer comes; later if another press has brought no answer either. */
  function hope(): void {
    const leftMs = hopeEndsAtMs - clock();
    isLost.value = leftMs > 0;
    if (isLost.value) deps.later(() => isBusy.value || hope(), leftMs);
    else unansweredSinceMs = null;
  }

  return {
    step: computed(() => (isGone.value ? 'gone' : revealed.value === null ? 'sealed' : 'revealed')),
    isBusy,
    isTryingAgain,
    isLost,
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
      take(await claimUntilAnswered(passphrase));
      isBusy.value = false;
    },
  };
}

/** Also if a proxy has cut an answer short, or put a page of its own in its place: nobody else may ask again. */
function isPerhapsLost(claim: Claim): boolean {
  const isAnswer = claim.kind !== 'no-response' && claim.kind !== 'unreadable';
  return !isAnswer || (claim.kind === 'refused' && claim.isPerhapsLost);
}

type Unserved = Exclude<Claim, { kind: 'revealed' | 'gone' }>;

function refusalOf(claim: Unserved, t: Translate) {
  if (claim.kind === 'refused') return { ...claim, message: claim.message ?? t('secret.fetch.failed') };
  const message = claim.kind === 'no-response' ? t('secret.fetch.noResponse') : t('secret.fetch.unexpected');
  return { field: null, message, retryAfterSeconds: 0, triesLeft: null };
}
