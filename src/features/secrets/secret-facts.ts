import type { MetadataKey, SecretKey } from '#src/crypto/ids.ts';
import type { CustId } from '#src/features/accounts/customer.ts';

/** Sealed beside the secret under the secret key: what its recipient may see before the claim. */
export interface SecretFacts {
  readonly isTruncated: boolean;
  /** Characters, before anything was cut off. */
  readonly originalChars: number;
  readonly shareDomain: string;
  readonly isVerification: boolean;
  /** Whose secret it is; null without an account. */
  readonly owner: CustId | null;
}

/** Sealed under the metadata key: the link and what its sender asked for. */
export interface MetadataFacts extends SecretFacts {
  readonly secretKey: SecretKey;
  readonly kind: 'share' | 'generate';
  readonly ttlSeconds: number;
  readonly hasPassphrase: boolean;
  /** Addresses the link was mailed to, obscured. */
  readonly recipients: readonly string[];
}

/** What an owner keeps of a secret: enough to come back to its link. */
export interface OwnerCopy {
  readonly metadataKey: MetadataKey;
  readonly facts: MetadataFacts;
}
