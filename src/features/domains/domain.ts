import { DAY_MS } from '#src/values/spans.ts';

/** A customer's own domain for links. Pure: the clock comes in as an argument. */

/** A name in lower case and A-labels, without a port: 'secrets.example.com'. */
export type DomainName = string & { readonly brand: 'DomainName' };

/** Names a customer's record of a domain: 20 hexadecimal characters, random. */
export type DomainId = string & { readonly brand: 'DomainId' };

/** How a name is cut by the public suffix list. */
export interface DomainParts {
  readonly name: DomainName;
  /** 'example.com'. */
  readonly base: string;
  /** What stands before the base: 'secrets'; '' for an apex. */
  readonly trd: string;
  readonly isApex: boolean;
}

/** What a customer has chosen for the pages that are served under a domain. */
export interface Brand {
  /** Who speaks; null is the domain itself. */
  readonly name: string | null;
  /** '#rrggbb' in lower case; null is the site's own accent. */
  readonly accent: string | null;
  /** Stands above the button that opens a secret; null for nothing. */
  readonly beforeReveal: string | null;
  /** Stands below an opened secret; null for nothing. */
  readonly afterReveal: string | null;
  /** Whether anybody may share on the domain's home page. */
  readonly hasHome: boolean;
  /** Who has opened the home page, sealed: their plan decides from then on. Missing where nobody has. */
  readonly homeOwner?: string;
}

/** An uploaded picture as it is served again. */
export interface Logo {
  /** SHA-256 of the bytes, the first 32 hexadecimal characters: its address. */
  readonly hash: string;
  readonly type: LogoType;
  readonly bytes: Uint8Array;
}

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp';

/**
 * The proof of a domain is its TXT record. `verifiedAtMs`: since when links work there, null while they
 * do not. `missingSinceMs`: since when the record has certainly been gone; null while it was there when
 * last looked for. A look-up that has failed tells nothing and changes neither.
 */
export interface Proof {
  readonly verifiedAtMs: number | null;
  readonly missingSinceMs: number | null;
}

/** What the monitor has seen; every field as of `monitoredAtMs`. */
export interface Observation {
  readonly status: VhostStatus;
  /** The name that the domain is an alias of; null without. */
  readonly cname: string | null;
  /** Its A and AAAA records, at most eight. */
  readonly addresses: readonly string[];
  readonly tls: {
    /** Whether a browser would accept the certificate. */
    readonly isValid: boolean;
    /** null where there was none to read. */
    readonly validUntilMs: number | null;
  } | null;
  readonly monitoredAtMs: number;
}

/**
 * Only what contains ACTIVE is active. ACTIVE_SSL: DNS and certificate are right. ACTIVE: the same on a
 * site without https. DNS_INCORRECT: points somewhere else, or nowhere. SSL_INVALID: a browser would
 * refuse the certificate. UNREACHABLE: nobody answers there, or its DNS does not. UNPROVEN: the TXT record is not there.
 * TAKEN: it is, but somebody else's was seen first.
 */
export type VhostStatus =
  | 'ACTIVE_SSL'
  | 'ACTIVE'
  | 'DNS_INCORRECT'
  | 'SSL_INVALID'
  | 'UNREACHABLE'
  | 'UNPROVEN'
  | 'TAKEN';

/** A customer's record of a domain. Several customers may have one of the same name; at most one is verified. */
export interface Domain {
  readonly id: DomainId;
  readonly name: DomainName;
  /** Names the owner to the owner alone (`ownerTags` in compose/secrets.ts). */
  readonly ownerTag: string;
  readonly createdAtMs: number;
  /** Of the last change that its customer has made or asked for. */
  readonly updatedAtMs: number;
  readonly proof: Proof;
  readonly observation: Observation | null;
  readonly brand: Brand;
  /** Hash of the logo; null without. */
  readonly logoHash: string | null;
}

export const PLAIN_BRAND: Brand = { name: null, accent: null, beforeReveal: null, afterReveal: null, hasHome: false };

/** After so long without its proof a domain is unverified, and free for whoever proves it. */
export const PROOF_GRACE_MS = 7 * DAY_MS;

export function isVerified({ proof }: Pick<Domain, 'proof'>): boolean {
  return proof.verifiedAtMs !== null;
}
