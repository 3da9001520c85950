/** What the process itself asks of its store. */
export interface SiteStore {
  /** Resolves when the store answers and can take writes; throws `StoreUnavailable` otherwise. */
  ping(): Promise<void>;

  /**
   * Keeps `check` if none is kept yet, and returns the one that is kept: another than `check` means
   * that this store belongs to another site secret.
   */
  keepSiteKeyCheck(check: string): Promise<string>;
}
