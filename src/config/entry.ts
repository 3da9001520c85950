import type { ConfigProblem, ConfigSource } from './problem.ts';
import type { KeyPath } from './schema.ts';

/** A value as it was found, not yet checked. */
export interface Entry {
  readonly path: KeyPath;
  readonly value: unknown;
  readonly source: ConfigSource;
}

/** What one place of configuration says, and what is wrong with the place itself. */
export interface Layer {
  readonly entries: readonly Entry[];
  readonly problems: readonly ConfigProblem[];
}
