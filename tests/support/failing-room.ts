import type { Store } from '#src/store/store.ts';
import { createTestApp, type TestApp } from './app.ts';
import type { Cleanup } from './temp.ts';

/** Stands between an application and its store. */
type Around = (store: Store) => Store;

/** The whole application on such a store. */
export function openAround(t: Cleanup, around: Around, env: Readonly<Record<string, string>> = {}): TestApp {
  const { clock, seal, store } = createTestApp(t, { env });
  return createTestApp(t, { env, clock, seal, store: around(store) });
}

/** A store as it is, but for some verbs of one room, which fail as long as `error` says how. */
export function withFailing<Room extends Exclude<keyof Store, 'close' | 'engine'>>(
  room: Room,
  verbs: readonly (keyof Store[Room])[],
  error: () => Error | null,
): Around {
  return (store) => {
    const whole: object = store[room];
    const failing = new Proxy(whole, {
      get: (target, name) => {
        const cause = verbs.some((verb) => verb === name) ? error() : null;
        if (cause !== null) return async () => Promise.reject(cause);
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { ...store, [room]: failing };
  };
}
