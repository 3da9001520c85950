export interface SecretTally {
  /** Secrets that still wait. */
  readonly live: number;
  /** Records that are still kept, of secrets in whatever state. */
  readonly records: number;
  /** Since the store was made. */
  readonly created: number;
  /** Read by their recipients, since the store was made. */
  readonly shared: number;
}

export interface DayTally {
  /** '2026-01-31', UTC. */
  readonly day: string;
  readonly created: number;
  readonly shared: number;
}

/**
 * What the administrator's page asks of the store. Nothing here scans: every number is kept, and true by
 * the `nowMs` passed in. Every adapter passes tests/store/colonel-store.test.ts. Failures are
 * `StoreUnavailable`.
 */
export interface ColonelStore {
  secrets(nowMs: number): Promise<SecretTally>;
  /** Of these days those on which there was something, in no order. Kept for 30 days. */
  days(days: readonly string[]): Promise<readonly DayTally[]>;
  /** Facts about the store itself, in the order to be shown. */
  info(): Promise<Readonly<Record<string, string | number>>>;
}
