/**
 * What the process itself asks of its store. Every adapter passes tests/store/site-store.contract.ts.
 * Throws `StoreUnavailable` when the store cannot be reached.
 */
export interface SiteStore {
  /** Resolves when the store answers and can take writes; throws `StoreUnavailable` otherwise. */
  ping(): Promise<void>;

  /**
   * Keeps `check` if none is kept yet, and returns the one that is kept: another than `check` means
   * that this store belongs to another site secret.
   */
  keepSiteKeyCheck(check: string): Promise<string>;

  /** The announcement for every page, as the operator wrote it; null without one. */
  banner(): Promise<string | null>;
  /** null takes it away. */
  setBanner(text: string | null): Promise<void>;
}
