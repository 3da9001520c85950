import { createClient } from './client.ts';
import type { Effects, KeyValueStore } from './effects.tsx';
import { createShrimpCheck } from './shrimp-check.ts';
import { createShrimpStore } from './shrimp-store.ts';

const CLAIMANT_BYTES = 16;

/** The real effects of one page; starts the regular check of its anti-forgery token. */
export function createBrowserEffects(page: Window & typeof globalThis, initialShrimp: string): Effects {
  const shrimp = createShrimpStore(initialShrimp);
  const client = createClient({ fetch: (...request) => page.fetch(...request), shrimp });
  const every = (run: () => void, intervalMs: number) => void page.setInterval(run, intervalMs);
  const shrimpCheck = createShrimpCheck({ client, shrimp, every });
  shrimpCheck.start();
  return {
    client,
    shrimp,
    checkShrimp: shrimpCheck.check,
    go: (url) => page.location.assign(url),
    later: (run, delayMs) => void page.setTimeout(run, delayMs),
    nowMs: () => Date.now(),
    storage: createStorage(page),
    copy: async (text) => page.navigator.clipboard.writeText(text),
    log: (message, cause) => page.console.error(message, cause),
    makeClaimant: () => toBase64Url(page.crypto.getRandomValues(new Uint8Array(CLAIMANT_BYTES))),
  };
}

/** Local storage that forgets instead of failing where the browser forbids it. */
function createStorage(page: Window): KeyValueStore {
  return {
    read(name) {
      try {
        return page.localStorage.getItem(name);
      } catch {
        return null;
      }
    },
    write(name, value) {
      try {
        page.localStorage.setItem(name, value);
      } catch {
        // Private windows may forbid it; the choice then lasts as long as the page.
      }
    },
  };
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
