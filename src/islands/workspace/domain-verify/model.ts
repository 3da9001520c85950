import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { VERIFY_AFTER_MS } from '#src/features/domains/domain-bounds.ts';
import type { ClusterWire, DomainWire } from '#src/features/domains/domain-wire.ts';
import type { Translate } from '#src/ui/texts.tsx';
import type { Answer, Client } from '../../client/client.ts';
import { type FormFailure, failureOf } from '../../client/form-post.ts';
import { textAt } from '../../client/json.ts';
import { forwardClock } from '../../forward-clock.ts';
import { domainAnswerOf } from '../domain-answer.ts';
import { domainApi } from '../domain-paths.ts';

/** How much later the last update may have been than it says in whole seconds. */
const SECOND_MS = 1000;
/** How long the button is off after a press. */
const PAUSE_MS = 10_000;

export interface VerifyDeps {
  readonly client: Client;
  readonly t: Translate;
  readonly later: (run: () => void, delayMs: number) => void;
  readonly nowMs: () => number;
  readonly log: (message: string, cause: unknown) => void;
  /** After every check: the domain may work by now. */
  readonly onChecked: () => void;
}

export interface VerifyStart {
  readonly domain: DomainWire;
  readonly cluster: ClusterWire;
  /** By the clock that has written `domain.updated`. */
  readonly nowMs: number;
}

export interface VerifyModel {
  readonly domain: ReadonlySignal<DomainWire>;
  readonly cluster: ReadonlySignal<ClusterWire>;
  readonly isButtonShown: ReadonlySignal<boolean>;
  readonly isButtonOff: ReadonlySignal<boolean>;
  readonly isBusy: ReadonlySignal<boolean>;
  readonly isDone: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<FormFailure | null>;
  /** Starts the wait for the button. */
  watch(): void;
  verify(): Promise<void>;
  /** Takes over the same in another language. */
  reword(known: Pick<VerifyStart, 'domain' | 'cluster'>): void;
}

/** What the page of a domain decides: when a check may be asked for, and what became of it. */
export function createVerifyModel(start: VerifyStart, deps: VerifyDeps): VerifyModel {
  const { client, t, later, log, onChecked } = deps;
  const domain = signal(start.domain);
  const cluster = signal(start.cluster);
  const isButtonShown = signal(waitMs(start.domain, start.nowMs) === 0);
  const isPaused = signal(false);
  const isBusy = signal(false);
  const isDone = signal(false);
  const failure = signal<FormFailure | null>(null);
  let offsetMs = 0;
  const clock = forwardClock(deps.nowMs);
  /** Until when, by the clock of this browser, an update lets nobody check. */
  let wait = { updated: Number.NaN, endsAtMs: 0 };

  function waitForButton(): void {
    const nowMs = clock();
    const { updated } = domain.value;
    // Once for each update: of fetched data, the clock that has written it is not known.
    if (wait.updated !== updated) {
      wait = { updated, endsAtMs: nowMs + waitMs(domain.value, deps.nowMs() + offsetMs) };
    }
    const leftMs = Math.max(0, wait.endsAtMs - nowMs);
    isButtonShown.value = leftMs === 0;
    // It looks again then: another update may have begun another wait.
    if (leftMs > 0) later(waitForButton, leftMs);
  }

  async function fetchAgain(): Promise<void> {
    const answer = await client.get(domainApi(domain.value));
    const known = answer.kind === 'json' && answer.isOk ? domainAnswerOf(answer.body) : null;
    if (known === null) return log('Failed to fetch domain information', answer);
    domain.value = known.domain;
    cluster.value = known.cluster;
    waitForButton();
  }

  async function verify(): Promise<void> {
    if (isBusy.value || isPaused.value) return;
    isBusy.value = true;
    isPaused.value = true;
    isDone.value = false;
    failure.value = null;
    later(() => {
      isPaused.value = false;
    }, PAUSE_MS);
    const { display_domain } = domain.value;
    const answer = await client.post(`${domainApi(domain.value)}/verify`, [['domain', display_domain]]);
    failure.value = failureOf(answer, t);
    const isSuccess = failure.value === null;
    if (isSuccess) onChecked();
    if (isSuccess || isTaken(answer)) await fetchAgain();
    isDone.value = isSuccess;
    isBusy.value = false;
  }

  return {
    ...{ domain, cluster, isButtonShown, isBusy, isDone, failure, verify },
    isButtonOff: computed(() => isBusy.value || isPaused.value),
    watch() {
      // The clock of this browser may go wrong by hours.
      offsetMs = start.nowMs - deps.nowMs();
      waitForButton();
    },
    reword(known) {
      domain.value = known.domain;
      cluster.value = known.cluster;
    },
  };
}

/** The check was made, and somebody else's proof was seen first. */
function isTaken(answer: Answer): boolean {
  return answer.kind === 'json' && textAt(answer.body, 'error_type') === 'DomainTaken';
}

/** Never longer than the whole time, whatever the clocks say. */
function waitMs({ updated }: DomainWire, nowMs: number): number {
  const wholeMs = SECOND_MS + VERIFY_AFTER_MS;
  return Math.min(wholeMs, Math.max(0, updated * 1000 + wholeMs - nowMs));
}
