import type { AccountStore } from '#src/features/accounts/account-store.ts';
import type { AttemptStore } from '#src/features/accounts/attempt-store.ts';
import type { BillingStore } from '#src/features/billing/billing-store.ts';
import type { ColonelStore } from '#src/features/colonel/colonel-store.ts';
import type { DomainStore } from '#src/features/domains/domain-store.ts';
import type { FeedbackStore } from '#src/features/feedback/feedback-store.ts';
import type { SiteStore } from '#src/features/health/site-store.ts';
import type { KeyStore } from '#src/features/keys/key-store.ts';
import type { PlaceStore } from '#src/features/limits/place-store.ts';
import type { RateStore } from '#src/features/limits/rate-store.ts';
import type { SecretStore } from '#src/features/secrets/secret-store.ts';
import type { SessionStore } from '#src/features/sessions/session-store.ts';
import type { OutboxStore } from '#src/mail/outbox-store.ts';
import type { StoreGate } from './gate.ts';
import type { StoreTransfer } from './transfer.ts';

/** Everything a store offers, a port per feature, and its end. */
export interface Store {
  readonly secrets: SecretStore;
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly colonel: ColonelStore;
  readonly attempts: AttemptStore;
  readonly billing: BillingStore;
  readonly domains: DomainStore;
  readonly feedback: FeedbackStore;
  readonly keys: KeyStore;
  readonly places: PlaceStore;
  readonly rates: RateStore;
  readonly site: SiteStore;
  readonly outbox: OutboxStore;
  readonly transfer: StoreTransfer;
  readonly gate: StoreGate;
  /** 'sqlite' or 'redis', for logs and health answers. */
  readonly engine: string;
  /** Finishes what is under way, then lets go of files and connections. */
  close(): Promise<void>;
}
