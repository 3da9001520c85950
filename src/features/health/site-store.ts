/**
 * What the process itself asks of its store. Every adapter passes tests/store/site-store.contract.ts.
 * Throws `StoreUnavailable` when the store cannot be reached.
 */
export interface SiteStore {
  /** Resolves when the store answers and can take writes; throws `StoreUnavailable` otherwise. */
  ping(): Promise<void>;

  /** The announcement for every page, as the operator wrote it; null without one. */
  banner(): Promise<string | null>;
  /** null takes it away. */
  setBanner(text: string | null): Promise<void>;
}
