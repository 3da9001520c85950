import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '#src/ui/texts.tsx';
import type { ChallengeAnswer, Confirmation } from './api.ts';
import { type Challenge, isSound } from './challenge.ts';

export type CaptchaState = 'unverified' | 'verifying' | 'verified' | 'error' | 'expired';

export interface CaptchaDeps {
  readonly fetchChallenge: () => Promise<ChallengeAnswer>;
  /** Asks the server about a payload, without using it up. */
  readonly confirm: (url: string, payload: string) => Promise<Confirmation>;
  /** The number that solves it, null where there is none; gives up when the signal says so. */
  readonly solve: (challenge: Challenge, signal: AbortSignal) => Promise<number | null>;
  readonly later: (run: () => void, delayMs: number) => void;
  readonly nowMs: () => number;
  readonly t: Translate;
  readonly log: (message: string, cause: unknown) => void;
}

export interface CaptchaModel {
  readonly state: ReadonlySignal<CaptchaState>;
  /** What went wrong, ready to read; null in the other states. */
  readonly message: ReadonlySignal<string | null>;
  /** What the form sends; empty unless verified. */
  readonly payload: ReadonlySignal<string>;
  /** Solves a challenge, unless that is under way or done. Resolves when it is over, however it ended. */
  start(): Promise<void>;
  /** Back to the beginning, whatever was under way. */
  reset(): void;
}

/** The captcha's life. Each start and each reset begins a new round; what an older one brings is dropped. */
export function createCaptchaModel(deps: CaptchaDeps): CaptchaModel {
  const { t } = deps;
  const state = signal<CaptchaState>('unverified');
  const message = signal<string | null>(null);
  const solved = signal('');
  let round = new AbortController();
  let running: Promise<void> = Promise.resolve();

  function enter(next: CaptchaState, text: string | null = null, payload = ''): void {
    state.value = next;
    message.value = text;
    solved.value = payload;
  }

  function newRound(): AbortController {
    round.abort();
    round = new AbortController();
    return round;
  }

  async function run(current: AbortSignal): Promise<void> {
    try {
      const { payload, lifeMs, refetches } = await solveOne(deps, current);
      if (current.aborted) return;
      enter('verified', null, payload);
      if (lifeMs !== null) deps.later(() => expire(current, refetches), lifeMs);
    } catch (cause) {
      if (current.aborted) return;
      deps.log('The captcha failed', cause);
      const status = cause instanceof Answered ? cause.status : null;
      enter('error', status === null ? t('captcha.failures.failed') : t('captcha.failures.answered', { status }));
    }
  }

  function begin(): Promise<void> {
    enter('verifying');
    running = run(newRound().signal);
    return running;
  }

  function expire(current: AbortSignal, refetches: boolean): void {
    if (current.aborted) return;
    if (refetches) void begin();
    else enter('expired', t('captcha.failures.expired'));
  }

  return {
    state,
    message,
    payload: computed(() => (state.value === 'verified' ? solved.value : '')),
    start() {
      if (state.value === 'verifying') return running;
      return state.value === 'verified' ? Promise.resolve() : begin();
    },
    reset() {
      newRound();
      enter('unverified');
    },
  };
}

/** The server answered a challenge's request with something else than 200. */
class Answered extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Server responded with ${status}.`);
    this.status = status;
  }
}

interface Solved {
  readonly payload: string;
  /** How long the server accepts it; null for ever. */
  readonly lifeMs: number | null;
  readonly refetches: boolean;
}

async function solveOne(deps: CaptchaDeps, round: AbortSignal): Promise<Solved> {
  const answer = await deps.fetchChallenge();
  if (answer.kind === 'refused') throw new Answered(answer.status);
  // An abort before this would never reach those who begin to listen for it now.
  if (round.aborted) throw new Error('the round is over');
  const { challenge, config, lifeMs } = answer;
  if (!isSound(challenge)) throw new Error('the challenge is not sound');
  const startedAtMs = deps.nowMs();
  const number = await deps.solve(challenge, round);
  if (number === null) throw new Error('there is no solution');
  const tookMs = deps.nowMs() - startedAtMs;
  let payload = payloadOf(challenge, number, tookMs);
  if (config.verifyurl && !round.aborted) {
    const confirmation = await deps.confirm(config.verifyurl, payload);
    if (!confirmation.isVerified) throw new Error('the server does not confirm the solution');
    if (config.blockspam && confirmation.classification === 'BAD') throw new Error('the server takes it for spam');
    payload = confirmation.payload ?? payload;
  }
  const leftMs = lifeMs === null ? null : Math.max(0, lifeMs - tookMs);
  return { payload, lifeMs: leftMs, refetches: config.refetchonexpire === true };
}

function payloadOf(challenge: Challenge, number: number, took: number): string {
  const { algorithm, challenge: sought, salt, signature } = challenge;
  return btoa(JSON.stringify({ algorithm, challenge: sought, number, salt, signature, took }));
}
