import type { KeyValueStore } from './effects.tsx';

/** A storage of the browser that forgets instead of failing where the browser forbids it, as private windows may. */
export function forgetfulStorage(open: () => Storage): KeyValueStore & { remove(name: string): void } {
  const attempt = <Value>(act: (storage: Storage) => Value): Value | null => {
    try {
      return act(open());
    } catch {
      return null;
    }
  };
  return {
    read: (name) => attempt((storage) => storage.getItem(name)),
    write: (name, value) => void attempt((storage) => storage.setItem(name, value)),
    remove: (name) => void attempt((storage) => storage.removeItem(name)),
  };
}
