import { signal } from '@preact/signals-react';
import { createContext, useContext, useEffect, useState } from 'react';
import type { CustomerWire } from '#src/features/accounts/account-wire.ts';
import type { AuthState } from '../session/auth-state.ts';
import type { Client } from './client.ts';
import { createLastingModels, type Lasting, type LastingModels } from './lasting.ts';
import { createShrimpStore, type ShrimpStore } from './shrimp-store.ts';

export interface KeyValueStore {
  read(name: string): string | null;
  write(name: string, value: string): void;
}

/** Everything an island may do to the world. `mount.tsx` gives the real ones, a test its own. */
export interface Effects {
  readonly client: Client;
  /** Who is signed in. */
  readonly auth: AuthState;
  readonly shrimp: ShrimpStore;
  readonly lasting: LastingModels;
  /** Asks the server whether the anti-forgery token still holds. */
  readonly checkShrimp: () => Promise<void>;
  readonly go: (url: string) => void;
  /** Puts the page into another language, and keeps what was typed; resolves with what to read where that failed. */
  readonly changeLanguage: (locale: string) => Promise<string | null>;
  /** Loads this page anew, whatever brought it here. */
  readonly reload: () => void;
  readonly later: (run: () => void, delayMs: number) => void;
  /**
   * Runs `run` whenever the browser shows this page again as it stood when it was left, with nothing started anew.
   * Returns what ends that.
   */
  readonly onReturn: (run: () => void) => () => void;
  readonly nowMs: () => number;
  readonly storage: KeyValueStore;
  /** Rejects when the browser refuses. */
  readonly copy: (text: string) => Promise<void>;
  readonly log: (message: string, cause: unknown) => void;
  readonly warn: (message: string, cause: unknown) => void;
  /** 128 random bits as 22 base64url characters. */
  readonly makeClaimant: () => string;
}

/** What islands get while the server draws them: who is asking, the token for their forms, and nothing that acts. */
export function createServerEffects(shrimp: string, customer: CustomerWire | null = null): Effects {
  const noResponse = async () => ({ kind: 'no-response', cause: null }) as const;
  return {
    client: { get: noResponse, post: noResponse, postJson: noResponse },
    auth: {
      isAuthenticated: signal(customer !== null),
      customer: signal(customer),
      custid: () => customer?.custid ?? null,
      check: async () => customer !== null,
      comeBack: async () => {},
      start: () => {},
      stop: () => {},
      signInEnded: () => {},
      logout: () => {},
    },
    shrimp: createShrimpStore(shrimp),
    lasting: createLastingModels(),
    checkShrimp: async () => {},
    go: () => {},
    reload: () => {},
    later: () => {},
    onReturn: () => () => {},
    nowMs: () => 0,
    storage: { read: () => null, write: () => {} },
    copy: async () => {},
    changeLanguage: async () => null,
    log: () => {},
    warn: () => {},
    makeClaimant: () => '',
  };
}

export const EffectsContext = createContext<Effects>(createServerEffects(''));

export function useEffects(): Effects {
  return useContext(EffectsContext);
}

/** Runs `run` on every return for as long as the component stands. Pass the same function each time. */
export function useReturn(run: () => void): void {
  const { onReturn } = useEffects();

  // Pages are kept and brought back by the browser alone.
  useEffect(() => onReturn(run), [onReturn, run]);
}

/**
 * The model of a screen that may go before an answer comes. `name` says which screen it is and what it is about: under
 * the same name the same model comes back. `create` gets a function that says whether the screen is shown.
 */
export function useLasting<Model extends Lasting>(name: string, create: (isShown: () => boolean) => Model): Model {
  const { lasting } = useEffects();
  // One name is always one kind of model.
  const [model] = useState(() => (lasting.find(name) as Model | undefined) ?? create(() => lasting.isShown(name)));

  // The document outlives the screens in it.
  useEffect(() => lasting.show(name, model), [lasting, name, model]);
  return model;
}
