import { createContext, useContext } from 'react';
import type { Client } from './client.ts';
import { createShrimpStore, type ShrimpStore } from './shrimp-store.ts';

export interface KeyValueStore {
  read(name: string): string | null;
  write(name: string, value: string): void;
}

/** Everything an island may do to the world. `mount.tsx` gives the real ones, a test its own. */
export interface Effects {
  readonly client: Client;
  readonly shrimp: ShrimpStore;
  /** Asks the server whether the anti-forgery token still holds. */
  readonly checkShrimp: () => Promise<void>;
  readonly go: (url: string) => void;
  readonly later: (run: () => void, delayMs: number) => void;
  readonly nowMs: () => number;
  readonly storage: KeyValueStore;
  /** Rejects when the browser refuses. */
  readonly copy: (text: string) => Promise<void>;
  readonly log: (message: string, cause: unknown) => void;
  /** 128 random bits as 22 base64url characters. */
  readonly makeClaimant: () => string;
}

/** What islands get while the server draws them: the token for their forms, and nothing that acts. */
export function createServerEffects(shrimp: string): Effects {
  return {
    client: { post: async () => ({ kind: 'no-response', cause: null }) },
    shrimp: createShrimpStore(shrimp),
    checkShrimp: async () => {},
    go: () => {},
    later: () => {},
    nowMs: () => 0,
    storage: { read: () => null, write: () => {} },
    copy: async () => {},
    log: () => {},
    makeClaimant: () => '',
  };
}

export const EffectsContext = createContext<Effects>(createServerEffects(''));

export function useEffects(): Effects {
  return useContext(EffectsContext);
}
