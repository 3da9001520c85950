import { loadAnew, whenBroughtBack } from '../brought-back.ts';
import { copyText } from '../clipboard.ts';
import { type BrowserChangeDeps, createBrowserChange } from '../language/browser-change.ts';
import type { PageGlobals } from '../page-globals.ts';
import { type AuthState, createAuthState } from '../session/auth-state.ts';
import { createCustomerTraces } from '../session/customer-traces.ts';
import { createLeave, type LeaveDeps } from '../session/leave.ts';
import { type Client, createClient } from './client.ts';
import type { Effects } from './effects.tsx';
import { forgetfulStorage } from './forgetful-storage.ts';
import { createLastingModels } from './lasting.ts';
import { createShrimpCheck } from './shrimp-check.ts';
import { createShrimpStore, type ShrimpStore } from './shrimp-store.ts';

const CLAIMANT_BYTES = 16;

type BrowserWindow = Window & typeof globalThis;

/** The real effects of one page; starts the regular checks of its anti-forgery token and its sign-in. */
export function createBrowserEffects(
  page: BrowserWindow,
  { shrimp: initialShrimp, globals }: PageGlobals,
  language: Pick<BrowserChangeDeps, 'speech' | 'redraw'>,
): Effects {
  const log: Effects['log'] = (message, cause) => page.console.error(message, cause);
  const shrimp = createShrimpStore(initialShrimp);
  const lasting = createLastingModels();
  keepFormsFresh(page, shrimp);
  const onSignInEnded = () => auth.signInEnded();
  const client = createClient({
    ...{ fetch: (...request) => page.fetch(...request), shrimp, onSignInEnded },
    language: () => page.document.documentElement.lang,
    custid: () => auth.custid(),
    onOtherSignIn: () => {
      lasting.reset();
      if (!holdsText(page)) loadAnew(page);
    },
  });
  const auth = createBrowserAuth(page, globals, client, [shrimp, lasting]);
  auth.start();
  whenBroughtBack(page, () => void auth.comeBack());
  const every = (run: () => void, intervalMs: number) => void page.setInterval(run, intervalMs);
  const shrimpCheck = createShrimpCheck({ client, shrimp, every, onSight: (run) => listenForSight(page, run) });
  shrimpCheck.start();
  return {
    client,
    auth,
    ...{ shrimp, lasting },
    checkShrimp: shrimpCheck.check,
    go: (url) => page.location.assign(url),
    reload: () => loadAnew(page),
    later: (run, delayMs) => void page.setTimeout(run, delayMs),
    onReturn: (run) => whenBroughtBack(page, run),
    nowMs: () => Date.now(),
    storage: forgetfulStorage(() => page.localStorage),
    copy: (text) => copyText(page, text),
    changeLanguage: createBrowserChange(page, { client, log, ...language }),
    log,
    warn: (message, cause) => page.console.warn(message, cause),
    makeClaimant: () => toBase64Url(page.crypto.getRandomValues(new Uint8Array(CLAIMANT_BYTES))),
  };
}

/** Renews the token in forms that the browser sends itself: the page may be open for longer than that token holds. */
function keepFormsFresh({ document }: Window, { token }: ShrimpStore): void {
  document.addEventListener('formdata', ({ formData }) => {
    if (token.peek() !== '' && formData.has('shrimp')) formData.set('shrimp', token.peek());
  });
}

function createBrowserAuth(
  page: BrowserWindow,
  { authenticated, customer }: PageGlobals['globals'],
  client: Client,
  stores: LeaveDeps['stores'],
): AuthState {
  const go = (url: string) => page.location.assign(url);
  return createAuthState({
    client,
    isAuthenticated: authenticated,
    customer,
    schedule(run, delayMs) {
      const timer = page.setTimeout(run, delayMs);
      return () => page.clearTimeout(timer);
    },
    random: () => Math.random(),
    reload: () => loadAnew(page),
    leave: createLeave({ ...createCustomerTraces(page), stores, holdsText: () => holdsText(page), go }),
  });
}

function listenForSight({ document }: Window, run: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') run();
  });
}

/** Whether a text would be lost with the page: what is saved would not, and its field says so. */
function holdsText({ document }: Window): boolean {
  const areas = [...document.querySelectorAll('textarea')];
  return areas.some(({ value, dataset }) => value !== '' && value !== dataset.saved);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
