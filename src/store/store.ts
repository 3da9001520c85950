import type { SiteStore } from '#src/features/health/health-store.ts';
import type { SecretStore } from '#src/features/secrets/secret-store.ts';

/** Everything a store offers, a port per feature, and its end. */
export interface Store {
  readonly secrets: SecretStore;
  readonly site: SiteStore;
  /** 'sqlite' or 'redis', for logs and health answers. */
  readonly engine: string;
  /** Finishes what is under way, then lets go of files and connections. */
  close(): Promise<void>;
}
