/** The JSON shapes of API v1, frozen: the fields stand in the order in which its client programs were given them. */

/** What v1 has words for: a secret that expired keeps the one it had. */
export type V1State = 'new' | 'viewed' | 'received' | 'burned';

export interface V1MetadataWire {
  /** The e-mail, or 'anon'. */
  readonly custid: string;
  readonly metadata_key: string;
  /** '' once it was burned or has expired; absent once it was received, and from lists. */
  readonly secret_key?: string;
  /** Seconds that were asked for, within what is allowed. */
  readonly ttl: number;
  /** Seconds this record is still kept. */
  readonly metadata_ttl: number;
  /** Seconds the secret still lives: 0 once it has expired, null once it was burned, absent once it was received. */
  readonly secret_ttl?: number | null;
  readonly state: V1State;
  readonly updated: number;
  readonly created: number;
  /** Only once it was received. */
  readonly received?: number;
  /** Obscured. */
  readonly recipient: readonly string[];
  readonly share_domain: string;
  readonly passphrase_required: boolean;
  /** A generated password, for whoever asked for it and for the first who reads the record. */
  readonly value?: string;
}

export interface V1SecretWire {
  readonly value: string;
  readonly secret_key: string;
  readonly share_domain: string;
}

export interface V1BurnedWire {
  readonly state: V1MetadataWire;
  readonly secret_shortkey: string;
}
