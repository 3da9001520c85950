import type { Client } from './client.ts';
import { at } from './json.ts';
import type { ShrimpStore } from './shrimp-store.ts';

export const SHRIMP_CHECK_INTERVAL_MS = 60_000;

export interface ShrimpCheckDeps {
  readonly client: Client;
  readonly shrimp: ShrimpStore;
  readonly every: (run: () => void, intervalMs: number) => void;
  /** Runs whenever somebody comes back to the page from another. */
  readonly onSight: (run: () => void) => void;
}

export interface ShrimpCheck {
  /** Asks the server whether the token is still good; the answer's token replaces it. */
  check(): Promise<void>;
  /** Checks again and again, and when the page is seen again: in another tab somebody may have signed in or out. */
  start(): void;
}

export function createShrimpCheck(deps: ShrimpCheckDeps): ShrimpCheck {
  const { client, shrimp, every, onSight } = deps;

  async function check(): Promise<void> {
    const headers = { 'O-Shrimp': shrimp.token.value };
    const answer = await client.post('/api/v2/validate-shrimp', [], { headers });
    shrimp.setValid(answer.kind === 'json' && answer.isOk && at(answer.body, 'isValid') === true);
  }

  function start(): void {
    every(() => void check(), SHRIMP_CHECK_INTERVAL_MS);
    onSight(() => void check());
  }

  return { check, start };
}
