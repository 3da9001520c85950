import { parse } from 'tldts';
import type { DomainName, DomainParts } from './domain.ts';

// tldts is data: the public suffix list as a table, and a pure function over it. It asks nobody.

/** Stands before a name to prove it; the proof's own name has to fit into DNS as well. */
export const CHALLENGE_LABEL = '_hush-challenge';

export interface DomainNameRules {
  /** Names of the site itself, without ports. They and all below them are the operator's, not a customer's. */
  readonly ownNames: readonly string[];
  /** Whether names without a public suffix count, as companies use them inside: 'secrets.example.corp'. */
  readonly hasInternalNames: boolean;
  /** Shows A-labels as U-labels (UTS 46), and leaves alone what is none. */
  readonly toUnicode: (name: string) => string;
}

/** What somebody typed or wrote into an address, as a name that a customer may have; null for anything else. */
export type ReadDomainName = (typed: string) => DomainParts | null;

const MAX_TYPED_CHARS = 1000;
const MAX_NAME_CHARS = 253 - CHALLENGE_LABEL.length - 1;
/** Everything by which an address would be more than a name, and what browsers leave out in silence. */
const MORE_THAN_A_NAME = /[\s\p{Cc}/\\?#@:%[\]]/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** Ends of names that DNS never answers for (RFC 6761, RFC 7686): a resolver must not even ask. */
const NEVER_IN_DNS = ['localhost', 'invalid', 'onion'];

/**
 * A name of at least two labels, U-labels or A-labels, in any case, with a final dot or without. No
 * address however it is written, no wildcard, no underscore, no public suffix (`co.uk`, and those of
 * private registries: `github.io`), none of our own names, and none so long that it could not be proven.
 */
export function createDomainNames({ ownNames, hasInternalNames, toUnicode }: DomainNameRules): ReadDomainName {
  const isOurs = (name: string) => ownNames.some((own) => name === own || name.endsWith(`.${own}`));
  return (typed) => {
    const name = domainNameIn(typed);
    if (name === null || isOurs(name) || toUnicode(name).split('.').some(isPunycode)) return null;
    const cut = cutBySuffix(name);
    if (cut === null || (!cut.hasPublicSuffix && !hasInternalNames)) return null;
    return cut.parts;
  };
}

/** Cuts a name that was read before. One that has since become a public suffix is its own base. */
export function domainPartsOf(name: DomainName): DomainParts {
  return cutBySuffix(name)?.parts ?? { name, base: name, trd: '', isApex: true };
}

/**
 * A name as it is kept, whether anybody may add it or not: in lower case and A-labels; null for what is
 * none. The parser of addresses knows every way to write a number as an IP address.
 */
export function domainNameIn(typed: string): DomainName | null {
  const text = typed.trim();
  if (text.length > MAX_TYPED_CHARS || MORE_THAN_A_NAME.test(text)) return null;
  const name = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '') ?? '';
  const labels = name.split('.');
  const isName = name.length <= MAX_NAME_CHARS && labels.length >= 2 && labels.every((label) => LABEL.test(label));
  const [last = ''] = labels.slice(-1);
  // No top-level domain is a number (RFC 3696); what ends in one is an address.
  return isName && !/^\d+$/.test(last) && !NEVER_IN_DNS.includes(last) ? (name as DomainName) : null;
}

function cutBySuffix(name: DomainName): { parts: DomainParts; hasPublicSuffix: boolean } | null {
  // With the private registries: `base` is where the customer's own zone begins, and nobody can write into `github.io`.
  const { domain, subdomain, isIcann, isPrivate } = parse(name, {
    ...{ allowPrivateDomains: true, extractHostname: false, validateHostname: false },
  });
  if (domain === null) return null;
  const trd = subdomain ?? '';
  const parts = { name, base: domain, trd, isApex: trd === '' };
  return { parts, hasPublicSuffix: isIcann === true || isPrivate === true };
}

/** A label of a name for people that is still an A-label: it claimed to be one and stands for nothing. */
function isPunycode(label: string): boolean {
  return label.startsWith('xn--');
}
