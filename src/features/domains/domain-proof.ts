import type { Dns } from './dns-port.ts';
import type { Domain, DomainParts } from './domain.ts';
import { CHALLENGE_LABEL } from './domain-name.ts';
import type { ProofSeen } from './domain-store.ts';

/** The proof of a domain: a TXT record that nobody can write without both the account's value and the zone. */
export interface DomainProof {
  /** What the TXT record has to say: an HMAC over customer and domain, 128 bits. Not secret. */
  textOf(domain: Pick<Domain, 'ownerTag' | 'name'>): string;
  /** Looks for it. Any number of other records may stand beside it. */
  look(domain: Pick<Domain, 'ownerTag' | 'name'>, cut?: AbortSignal): Promise<ProofSeen>;
}

export interface DomainProofDeps {
  readonly dns: Pick<Dns, 'txt'>;
  /** An HMAC of the site as hexadecimal digits, at least 32. */
  readonly macOf: (text: string) => string;
}

const PREFIX = 'hushlink-verify=';
const MAC_CHARS = 32;

export function createDomainProof({ dns, macOf }: DomainProofDeps): DomainProof {
  const textOf: DomainProof['textOf'] = ({ ownerTag, name }) =>
    PREFIX + macOf(`${ownerTag} ${name}`).slice(0, MAC_CHARS);
  return {
    textOf,
    look: async (domain, cut) => {
      const looked = await dns.txt(`${CHALLENGE_LABEL}.${domain.name}`, cut);
      if (looked.kind === 'failed') return 'unknown';
      const right = textOf(domain);
      return looked.kind === 'found' && looked.value.some((text) => says(text, right)) ? 'present' : 'missing';
    },
  };
}

/** Far more than panels put around what is pasted into them: blanks and quotation marks. */
const MOST_AROUND = 64;

/** A record may be 64 KiB of anything, and trimming so many blanks would stop the server: a long one is not trimmed. */
function says(text: string, right: string): boolean {
  return text.length <= right.length + MOST_AROUND && text.replace(/^["\s]+|["\s]+$/g, '') === right;
}

/** Where the TXT record stands in the customer's zone: before `.{base}`. */
export function proofHostOf({ trd }: Pick<DomainParts, 'trd'>): string {
  return trd === '' ? CHALLENGE_LABEL : `${CHALLENGE_LABEL}.${trd}`;
}
