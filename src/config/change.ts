import { isDeepStrictEqual } from 'node:util';
import { Redacted } from './redacted.ts';
import { KEY_PATHS, type KeyPath, type KeyValues } from './schema.ts';

/**
 * Keys that hold for as long as a process runs: what it listens on, what it has opened and what the opened
 * store was told. Every other one can change under it.
 */
export const RESTART_KEYS: ReadonlySet<KeyPath> = new Set([
  ...(['data', 'store', 'store.wait_replicas'] as const),
  ...(['site.secret', 'site.previous_secrets'] as const),
  ...(['listen.port', 'listen.host', 'listen.internal_port', 'listen.internal_host'] as const),
  ...(['secrets.passphrase.tries', 'secrets.passphrase.first_delay'] as const),
  ...(['secrets.passphrase.max_delay', 'secrets.passphrase.max_lock'] as const),
]);

export interface Change {
  /** What can be in force without a restart: new values, but for those of `RESTART_KEYS`. */
  readonly values: KeyValues;
  readonly changed: readonly KeyPath[];
  /** Changed too, and not in force before the next start. */
  readonly waiting: readonly KeyPath[];
}

/** What becomes of a running configuration when a new one has been read. */
export function changeOf(running: KeyValues, read: KeyValues): Change {
  const different = KEY_PATHS.filter((path) => !isDeepStrictEqual(bare(running[path]), bare(read[path])));
  const kept = Object.fromEntries([...RESTART_KEYS].map((path) => [path, running[path]]));
  return {
    values: { ...read, ...kept } as KeyValues,
    changed: different.filter((path) => !RESTART_KEYS.has(path)),
    waiting: different.filter((path) => RESTART_KEYS.has(path)),
  };
}

/** Two redacted values look alike, whatever they hold. */
function bare(value: unknown): unknown {
  if (value instanceof Redacted) return bare(value.reveal());
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bare(member)]));
}
