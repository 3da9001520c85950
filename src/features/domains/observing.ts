import type { LookAtCertificate } from './certificate-port.ts';
import type { Dns, LookedUp } from './dns-port.ts';
import type { Domain, Observation } from './domain.ts';
import type { ProofSeen } from './domain-store.ts';

export interface ObservingDeps {
  readonly dns: Dns;
  readonly lookAtCertificate: LookAtCertificate;
  readonly cluster: {
    /** In lower case, without a port. */
    readonly host: string;
    /** As `canonicalAddress` writes it. */
    readonly ip: string | null;
  };
  readonly scheme: 'http' | 'https';
  readonly now: () => number;
}

/** A domain, and what was just seen of its proof if it was looked for. */
export type Observed = Pick<Domain, 'name' | 'proof'> & { readonly proofSeen?: ProofSeen };

/** Looks at a domain from outside, as its visitors' programs do. Writes nothing. */
export type Observe = (domain: Observed, cut?: AbortSignal) => Promise<Observation>;

const MOST_ADDRESSES = 8;

export function createObserving(deps: ObservingDeps): Observe {
  return async (domain, cut) => {
    const pointing = await lookWhereItPoints(domain.name, deps, cut);
    const seen = { cname: pointing.cname, addresses: pointing.addresses.slice(0, MOST_ADDRESSES) };
    // We connect for no name that nobody has proven, or that leads somewhere else.
    const hasTls = deps.scheme === 'https' && domain.proof.verifiedAtMs !== null && pointing.kind === 'right';
    const certificate = hasTls ? await deps.lookAtCertificate(domain.name, pointing.cluster, cut) : null;
    const status = judge(domain, pointing.kind, certificate, deps.scheme);
    const tls = certificate?.kind === 'answered' ? tlsOf(certificate) : null;
    return { status, ...seen, tls, monitoredAtMs: deps.now() };
  };
}

interface Pointing {
  readonly kind: 'right' | 'wrong' | 'unknown';
  readonly cname: string | null;
  readonly addresses: readonly string[];
  /** Addresses of the cluster, the domain's own first: nothing else is ever connected to on a customer's word. */
  readonly cluster: readonly string[];
}

/**
 * Right is an alias of the cluster host, or addresses that all belong to the cluster: an apex has those, and so has an
 * alias that its DNS server has flattened.
 */
async function lookWhereItPoints(
  name: string,
  { dns, cluster: own }: ObservingDeps,
  cut?: AbortSignal,
): Promise<Pointing> {
  const looks = [dns.cname(name, cut), dns.addresses(name, cut), dns.addresses(own.host, cut)] as const;
  const [alias, found, clusters] = await Promise.all(looks);
  const cname = alias.kind === 'found' ? alias.value : null;
  const addresses = valuesOf(found);
  const right = clusterAddresses(clusters, own.ip);
  const isRight = cname === own.host || (addresses.length > 0 && addresses.every((one) => right.includes(one)));
  const cluster = right.toSorted((one, other) => Number(addresses.includes(other)) - Number(addresses.includes(one)));
  if (isRight) return { kind: 'right', cname, addresses, cluster };
  // While the alias, or one of the cluster's own addresses, is unknown, other addresses may be wrong or right.
  const isClusterWhole = clusters.kind === 'found' ? clusters.isWhole : clusters.kind === 'missing';
  const isInDoubt = alias.kind === 'failed' || !isClusterWhole;
  const isUnknown = found.kind === 'failed' || (found.kind === 'found' && isInDoubt);
  return { kind: isUnknown ? 'unknown' : 'wrong', cname, addresses, cluster };
}

/** Those of its host, and the one of the configuration, each once. */
export function clusterAddresses(looked: LookedUp<readonly string[]>, ip: string | null): readonly string[] {
  return [...new Set([...valuesOf(looked), ...(ip === null ? [] : [ip])])];
}

function valuesOf(looked: LookedUp<readonly string[]>): readonly string[] {
  return looked.kind === 'found' ? looked.value : [];
}

/** A proof that is there and does not verify comes second: another owner has the name. */
const UNPROVEN_STATUS = { unknown: 'UNREACHABLE', missing: 'UNPROVEN', present: 'TAKEN' } as const;

/** The first step that a customer has to take comes first. */
function judge(
  { proof, proofSeen }: Observed,
  pointing: Pointing['kind'],
  certificate: Awaited<ReturnType<LookAtCertificate>> | null,
  scheme: ObservingDeps['scheme'],
): Observation['status'] {
  const isUnproven = proof.verifiedAtMs === null || proof.missingSinceMs !== null;
  if (isUnproven) return UNPROVEN_STATUS[proofSeen ?? 'missing'];
  if (pointing === 'wrong') return 'DNS_INCORRECT';
  if (pointing === 'unknown') return 'UNREACHABLE';
  if (scheme === 'http') return 'ACTIVE';
  if (certificate?.kind !== 'answered') return 'UNREACHABLE';
  return certificate.isValid ? 'ACTIVE_SSL' : 'SSL_INVALID';
}

function tlsOf({ isValid, validUntilMs }: { isValid: boolean; validUntilMs: number | null }): Observation['tls'] {
  return { isValid, validUntilMs };
}
