import { EventEmitter } from 'node:events';
import type { Store } from '#src/store/store.ts';

/** A store of which nothing works but its end. */
export function failingStore(error: () => Error): Store {
  const fail = async () => {
    throw error();
  };
  const port = new Proxy({}, { get: () => fail });
  // express-session listens to it, and asks it by callback.
  const rows = Object.assign(new EventEmitter(), { get: (_id: string, done: (error: Error) => void) => done(error()) });
  const sessions = new Proxy({ rows }, { get: (target, name) => Reflect.get(target, name) ?? fail });
  const own = { engine: 'failing', close: async () => {}, sessions } as unknown as Partial<Store>;
  return new Proxy(own, { get: (target, name) => Reflect.get(target, name) ?? port }) as Store;
}
