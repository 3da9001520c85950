import type { Store } from '#src/store/store.ts';

/** Verbs that only read; all others count as writes. */
const READS: ReadonlySet<string> = new Set([
  ...['find', 'look', 'lookKept', 'metadata', 'senderCopy', 'ownedBy', 'countOwnedBy', 'peekReset', 'count'],
  ...['countSince', 'recent', 'list', 'countSeenSince', 'statusOf', 'nextDueMs', 'totals'],
]);

/** The same store; every write is noted as it is asked for. */
export function noting(store: Store, written: string[]): Store {
  const ports = ['accounts', 'attempts', 'secrets', 'outbox', 'feedback', 'places', 'sessions'] as const;
  const noted = (name: string, port: object) =>
    new Proxy(port, {
      get: (target, verb) => {
        const method = Reflect.get(target, verb);
        if (typeof method !== 'function' || READS.has(String(verb))) return method;
        return (...args: unknown[]) => {
          written.push(`${name}.${String(verb)}`);
          return method.apply(target, args);
        };
      },
    });
  const wrapped = Object.fromEntries(ports.map((name) => [name, noted(name, store[name])]));
  return { ...store, ...wrapped };
}
