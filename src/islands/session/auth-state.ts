import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { CustomerWire } from '#src/features/accounts/account-wire.ts';
import { type Answer, type Client, isSignInEnd } from '../client/client.ts';
import { at, textAt } from '../client/json.ts';

const CHECK_INTERVAL_MS = 15 * 60_000;
const CHECK_JITTER_MS = 90_000;
const MAX_CHECK_INTERVAL_MS = 60 * 60_000;
const MAX_FAILURES = 3;

/** Who is signed in, as this page knows it. */
export interface AuthState {
  readonly isAuthenticated: ReadonlySignal<boolean>;
  readonly customer: ReadonlySignal<CustomerWire | null>;
  /** Whose page this is, also after their sign-in has ended: what they typed stands on it. null: nobody's yet. */
  custid(): string | null;
  /** Asks the server; true when somebody is signed in. Never resolves on a page that is on its way out. */
  check(): Promise<boolean>;
  /**
   * To be called when the browser shows the page again as it stood when it was left: the page goes if nobody, or
   * somebody else, is signed in by now, and is loaded anew if it had gone for that before. If no answer comes, nothing
   * changes.
   */
  comeBack(): Promise<void>;
  /** Checks again and again for as long as somebody is signed in. */
  start(): void;
  /** Ends the regular check. */
  stop(): void;
  /** To be called when the server says that the sign-in is over: logs out whoever was signed in; else does nothing. */
  signInEnded(): void;
  logout(): void;
}

export interface AuthDeps {
  readonly client: Pick<Client, 'get'>;
  readonly isAuthenticated: boolean;
  readonly customer: CustomerWire | null;
  /** Runs once after the delay; what it returns calls it off. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  /** From 0 up to but without 1. */
  readonly random: () => number;
  /** Clears what the page knows of the customer, and goes to where the session ends; false where the page stays. */
  readonly leave: () => boolean;
  readonly reload: () => void;
}

export function createAuthState(deps: AuthDeps): AuthState {
  const isAuthenticated = signal(deps.isAuthenticated);
  const customer = signal(deps.customer);
  let custid = deps.customer?.custid ?? null;
  let failures = 0;
  let logouts = 0;
  let isLeaving = false;
  let stop = () => {};

  function plan(): void {
    stop();
    if (!isAuthenticated.value) return;
    stop = deps.schedule(() => void check(), checkDelayMs(failures, deps.random));
  }

  async function ask() {
    const asked = logouts;
    const answer = await deps.client.get('/api/v2/authcheck');
    // An answer from before a logout signs nobody in again.
    return { answer, verdict: asked === logouts ? verdictOf(answer) : 'signed-out' };
  }

  async function check(): Promise<boolean> {
    // Until the session has ended, an answer would sign in again.
    if (isLeaving) isLeaving = deps.leave();
    if (isLeaving) return new Promise(() => {});
    const { answer, verdict } = await ask();
    if (verdict === 'signed-in') keep(answer);
    else if (verdict === 'signed-out') signInEnded();
    else fail();
    return isAuthenticated.value;
  }

  async function comeBack(): Promise<void> {
    const hadToGo = isLeaving;
    isLeaving = false;
    if (hadToGo) return deps.reload();
    if (!isAuthenticated.value) return;
    const { answer, verdict } = await ask();
    if (verdict === 'signed-out') signInEnded();
    if (verdict === 'signed-in' && customerOf(answer)?.custid !== customer.value?.custid) deps.reload();
  }

  function keep(answer: Answer): void {
    failures = 0;
    isAuthenticated.value = true;
    const asker = customerOf(answer);
    // Nothing of another customer is taken over: the page shows what is the first one's.
    if (asker !== null && asker.custid === (customer.value ?? asker).custid) customer.value = asker;
    custid ??= customer.value?.custid ?? null;
    plan();
  }

  function fail(): void {
    failures += 1;
    if (failures >= MAX_FAILURES) signInEnded();
    else plan();
  }

  function signInEnded(): void {
    if (isAuthenticated.value) logout();
  }

  function logout(): void {
    stop();
    failures = 0;
    logouts += 1;
    isAuthenticated.value = false;
    customer.value = null;
    isLeaving = deps.leave();
  }

  return {
    ...{ isAuthenticated, customer, check, comeBack, start: plan, stop: () => stop(), signInEnded, logout },
    custid: () => custid,
  };
}

/** When to check next: at random about every quarter of an hour, later and later while it fails. */
function checkDelayMs(failures: number, random: () => number): number {
  const jitterMs = (random() * 2 - 1) * CHECK_JITTER_MS;
  return Math.min((CHECK_INTERVAL_MS + jitterMs) * 2 ** failures, MAX_CHECK_INTERVAL_MS);
}

function verdictOf(answer: Answer): 'signed-in' | 'signed-out' | 'unknown' {
  if (isSignInEnd(answer)) return 'signed-out';
  if (answer.kind !== 'json' || !answer.isOk) return 'unknown';
  const isAuthorized = at(answer.body, 'details', 'authorized');
  if (typeof isAuthorized !== 'boolean') return 'unknown';
  return isAuthorized ? 'signed-in' : 'signed-out';
}

function customerOf(answer: Answer): CustomerWire | null {
  if (answer.kind !== 'json' || textAt(answer.body, 'record', 'custid') === null) return null;
  return at(answer.body, 'record') as CustomerWire;
}
