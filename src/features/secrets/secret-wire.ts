/**
 * The JSON shapes that the API and the islands share. Field names are the contract of existing
 * client programs: snake_case, times in epoch seconds unless the name says otherwise.
 */

/** What became of a secret, as its sender sees it. */
export type MetadataState = 'new' | 'previewed' | 'received' | 'burned' | 'expired';

type BurnedBy = 'sender' | 'recipient' | 'operator';

export interface MetadataWire {
  readonly key: string;
  readonly identifier: string;
  readonly shortkey: string;
  readonly secret_shortkey: string;
  /** Only while the link may be shown. */
  readonly secret_key?: string;
  readonly custid: string;
  readonly state: MetadataState;
  readonly created: number;
  readonly updated: number;
  readonly stamp: string;
  /** Seconds the secret was given to live. */
  readonly lifespan: number;
  /** Seconds the secret still lives; 0 once it is over. */
  readonly secret_ttl: number;
  /** Seconds this record is still kept. */
  readonly metadata_ttl: number;
  readonly share_domain: string;
  /** Obscured addresses, comma separated; empty without recipients. */
  readonly recipients: string;
  readonly show_recipients: boolean;
  readonly has_passphrase: boolean;
  readonly is_previewed: boolean;
  readonly is_viewed: boolean;
  readonly is_received: boolean;
  readonly is_burned: boolean;
  readonly is_expired: boolean;
  readonly is_destroyed: boolean;
  readonly is_truncated: boolean;
  readonly share_url: string;
  readonly metadata_url: string;
  readonly burn_url: string;
  readonly expiration_stamp: string;
  readonly created_date_utc: string;
}

export interface SecretWire {
  readonly key: string;
  readonly identifier: string;
  readonly shortkey: string;
  readonly secret_shortkey: string;
  readonly state: MetadataState;
  readonly secret_ttl: number;
  readonly lifespan: number;
  readonly has_passphrase: boolean;
  readonly verification: boolean;
  readonly is_truncated: boolean;
  readonly created: number;
  readonly updated: number;
}

/** `POST /secret/conceal` and `/secret/generate`. */
export interface ConcealRecordWire {
  readonly metadata: MetadataWire;
  readonly secret: SecretWire;
  readonly share_domain: string;
  /** Only for a generated password. */
  readonly secret_value?: string;
}

export interface ConcealDetailsWire {
  readonly kind: 'share' | 'generate';
  readonly recipient: readonly string[];
  readonly recipient_safe: readonly string[];
}

export interface PrivateRecordWire extends MetadataWire {
  readonly share_path: string;
  readonly burn_path: string;
  readonly metadata_path: string;
  /** Time left in words: '7 days'. */
  readonly natural_expiration: string;
  /** When the secret expires, epoch seconds. */
  readonly expiration: number;
  readonly expiration_in_seconds: number;
}

export interface PrivateDetailsWire {
  readonly is_received: boolean;
  readonly is_burned: boolean;
  readonly is_destroyed: boolean;
  /** Epoch seconds; null while it has not happened. */
  readonly received: number | null;
  /** In words, UTC. */
  readonly received_date: string | null;
  readonly received_date_utc: string | null;
  /** Epoch seconds; null while it has not happened. */
  readonly burned: number | null;
  /** In words, UTC. */
  readonly burned_date: string | null;
  readonly burned_date_utc: string | null;
  readonly has_passphrase: boolean;
  readonly can_decrypt: boolean;
  /** The sender's copy, only while it is kept. */
  readonly secret_value: string | null;
  readonly display_lines: number;
  readonly is_truncated: boolean;
  readonly show_secret: boolean;
  readonly show_secret_link: boolean;
  readonly show_metadata: boolean;
  readonly show_metadata_link: boolean;
  readonly show_recipients: boolean;
  readonly maxviews: 1;
  readonly view_count: 0 | 1;
  readonly passphrase_failures: number;
  /** Epoch seconds; null when no lock is on. */
  readonly locked_until: number | null;
  readonly burned_by: BurnedBy | null;
  /** Epoch seconds until which the sender's copy is shown; null when it is not. */
  readonly shown_until: number | null;
}

export interface RecipientRecordWire {
  readonly key: string;
  readonly secret_key: string;
  readonly secret_shortkey: string;
  /** Only in the answer to a reveal. */
  readonly secret_value?: string;
  readonly has_passphrase: boolean;
  readonly verification: boolean;
  readonly is_truncated: boolean;
  /** Characters the sender typed, before anything was cut off. */
  readonly original_size: number;
  readonly is_owner: boolean;
  readonly share_domain: string;
  readonly secret_ttl: number;
}

export interface RecipientDetailsWire {
  readonly verification: boolean;
  readonly is_owner: boolean;
  readonly show_secret: boolean;
  readonly correct_passphrase: boolean;
  readonly display_lines: number;
  readonly one_liner: boolean;
  readonly continue: boolean;
  /** Wrong passphrases still allowed before the lock; null without a passphrase. */
  readonly tries_left: number | null;
  /** Seconds until the next try is allowed; 0 now. */
  readonly retry_after: number;
}

export interface SecretStatusRecordWire {
  readonly state: MetadataState | 'unknown';
  readonly key?: string;
  readonly secret_shortkey?: string;
  readonly has_passphrase?: boolean;
  readonly secret_ttl?: number;
}

/** An entry of `GET /private/recent`. */
export interface RecentWire extends MetadataWire {
  /** In words, in the asker's language. */
  readonly stamp: string;
}

/** `GET /private/recent`: the last 30 days of a customer, newest first. */
export interface RecentListWire {
  readonly count: number;
  readonly custid: string;
  readonly records: readonly RecentWire[];
  readonly details: {
    readonly since: number;
    readonly now: number;
    readonly has_items: boolean;
    /** Those that are over, by `is_destroyed`. */
    readonly received: readonly RecentWire[];
    readonly notreceived: readonly RecentWire[];
  };
}

/** What the page of recent secrets needs of an entry. */
export type RecentEntryWire = Pick<
  RecentWire,
  | 'key'
  | 'shortkey'
  | 'stamp'
  | 'recipients'
  | 'show_recipients'
  | 'is_received'
  | 'is_burned'
  | 'is_expired'
  | 'is_destroyed'
>;

/** The same list as the page needs it. */
export interface RecentPageWire {
  readonly count: number;
  readonly details: {
    readonly has_items: boolean;
    readonly received: readonly RecentEntryWire[];
    readonly notreceived: readonly RecentEntryWire[];
  };
}
