import type { Client } from './client.ts';
import { at } from './json.ts';
import type { ShrimpStore } from './shrimp-store.ts';

export const SHRIMP_CHECK_INTERVAL_MS = 60_000;

export interface ShrimpCheckDeps {
  readonly client: Client;
  readonly shrimp: ShrimpStore;
  readonly every: (run: () => void, intervalMs: number) => void;
}

export interface ShrimpCheck {
  /** Asks the server whether the token is still good; the answer's token replaces it. */
  check(): Promise<void>;
  /** Checks again and again, until the page goes. */
  start(): void;
}

export function createShrimpCheck(deps: ShrimpCheckDeps): ShrimpCheck {
  const { client, shrimp, every } = deps;

  async function check(): Promise<void> {
    const headers = { 'O-Shrimp': shrimp.token.value };
    const answer = await client.post('/api/v2/validate-shrimp', [], { headers });
    shrimp.setValid(answer.kind === 'json' && answer.isOk && at(answer.body, 'isValid') === true);
  }

  return { check, start: () => every(() => void check(), SHRIMP_CHECK_INTERVAL_MS) };
}
