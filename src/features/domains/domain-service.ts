import type { RandomBytes } from '#src/crypto/ids.ts';
import type { Owner } from '#src/features/accounts/customer.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { afterChange } from '#src/store-unavailable.ts';
import {
  type Brand,
  type Domain,
  type DomainId,
  type DomainName,
  isVerified,
  type Logo,
  PROOF_GRACE_MS,
} from './domain.ts';
import { VERIFY_AFTER_MS } from './domain-bounds.ts';
import { domainNameIn, type ReadDomainName } from './domain-name.ts';
import type { DomainProof } from './domain-proof.ts';
import type { DomainStore } from './domain-store.ts';
import type { Observe } from './observing.ts';

/** The customer has no such domain. */
export type UnknownDomain = { readonly kind: 'unknown-domain' };
/** Another customer has verified it. */
type DomainTaken = { readonly kind: 'domain-taken' };

export type AddFailure =
  /** Public suffix, IP address, the site's own host, not a name. */
  | { readonly kind: 'invalid-domain'; readonly field: 'domain' }
  | DomainTaken
  | { readonly kind: 'too-many-domains'; readonly max: number }
  /** Today; those that were removed again count too. */
  | { readonly kind: 'added-too-many'; readonly retryAfterSeconds: number }
  /** The account has gone meanwhile. */
  | { readonly kind: 'account-gone' };

export type VerifyFailure =
  | UnknownDomain
  | DomainTaken
  | { readonly kind: 'too-early'; readonly retryAfterSeconds: number };

/** What a customer can do with domains. Names come in as they were typed or stand in a path. */
export interface DomainService {
  add(owner: Owner, typed: string): Promise<Result<Domain, AddFailure>>;
  list(owner: Owner): Promise<readonly Domain[]>;
  find(owner: Owner, name: string): Promise<Domain | null>;
  /** Looks for the proof and at the domain's DNS and certificate, now; the domain as it is afterwards. */
  verify(owner: Owner, name: string): Promise<Result<Domain, VerifyFailure>>;
  remove(owner: Owner, name: string): Promise<Result<Domain, UnknownDomain>>;
  /** Names that links may be built for, besides the site's own. */
  shareable(owner: Owner): Promise<readonly DomainName[]>;
  setBrand(owner: Owner, name: string, brand: Brand): Promise<Result<Domain, UnknownDomain>>;
  setLogo(owner: Owner, name: string, logo: Logo | null): Promise<Result<Domain, UnknownDomain>>;
  /** The value of the TXT record that proves this domain for its owner. */
  proofOf(domain: Pick<Domain, 'ownerTag' | 'name'>): string;
}

export interface DomainServiceDeps {
  readonly store: DomainStore;
  readonly readName: ReadDomainName;
  readonly proof: DomainProof;
  readonly observe: Observe;
  /** Names an owner in the store. */
  readonly tagOf: (owner: Owner) => string;
  /** Domains one customer may have. */
  readonly perCustomer: number;
  /** When the monitor looks again at what has just been looked at. */
  readonly nextLookMs: (nowMs: number, idleMs?: number) => number;
  /** Counts one more domain added today, removed ones included: null, else the seconds until there are places again. */
  readonly takePlace: (owner: Owner, nowMs: number) => Promise<number | null>;
  /** Names an owner under a domain; the site alone can read it. */
  readonly sealOwner: (owner: Owner, name: DomainName) => string;
  /** Whether the account is still there: it may go while something is added to it. */
  readonly isThere: (owner: Owner) => Promise<boolean>;
  readonly now: () => number;
  readonly randomBytes: RandomBytes;
}

const ID_BYTES = 10;
const UNKNOWN: UnknownDomain = { kind: 'unknown-domain' };

export function createDomainService(deps: DomainServiceDeps): DomainService {
  const { store, tagOf, now } = deps;

  /** Not by `readName`: a domain that could not be added any more can still be looked at and removed. */
  async function find(owner: Owner, typed: string): Promise<Domain | null> {
    const name = domainNameIn(typed);
    return name === null ? null : store.find(tagOf(owner), name);
  }

  async function change(
    typed: string,
    write: (name: DomainName) => Promise<Domain | null>,
  ): Promise<Result<Domain, UnknownDomain>> {
    const name = domainNameIn(typed);
    const domain = name === null ? null : await write(name);
    return domain === null ? fail(UNKNOWN) : ok(domain);
  }

  return {
    add: (owner, typed) => add(owner, typed, deps),
    list: (owner) => store.list(tagOf(owner)),
    find,
    verify: async (owner, typed) => {
      const domain = await find(owner, typed);
      return domain === null ? fail(UNKNOWN) : verify(domain, deps);
    },
    remove: async (owner, typed) => {
      const domain = await find(owner, typed);
      const isGone = domain !== null && (await store.remove(domain.ownerTag, domain.name));
      return isGone ? ok(domain) : fail(UNKNOWN);
    },
    shareable: async (owner) => (await store.list(tagOf(owner))).filter(isVerified).map(({ name }) => name),
    setBrand: (owner, typed, brand) =>
      change(typed, (name) => {
        const homeOwner = brand.hasHome ? { homeOwner: deps.sealOwner(owner, name) } : {};
        return store.setBrand(tagOf(owner), name, { ...brand, ...homeOwner }, now());
      }),
    setLogo: (owner, typed, logo) => change(typed, (name) => store.setLogo(tagOf(owner), name, logo, now())),
    proofOf: deps.proof.textOf,
  };
}

async function add(owner: Owner, typed: string, deps: DomainServiceDeps): Promise<Result<Domain, AddFailure>> {
  const parts = deps.readName(typed);
  if (parts === null) return fail({ kind: 'invalid-domain', field: 'domain' });
  const known = await withoutPlace(deps.tagOf(owner), parts.name, deps);
  if (known !== null) return known;
  const id = Buffer.from(deps.randomBytes(ID_BYTES)).toString('hex') as DomainId;
  const nowMs = deps.now();
  const retryAfterSeconds = await deps.takePlace(owner, nowMs);
  if (retryAfterSeconds !== null) return fail({ kind: 'added-too-many', retryAfterSeconds });
  // Not at once: a resolver would remember for hours that there is no record yet, and fail the customer's own check.
  const firstLookAtMs = deps.nextLookMs(nowMs);
  const record = { id, name: parts.name, ownerTag: deps.tagOf(owner), createdAtMs: nowMs, firstLookAtMs };
  const outcome = await deps.store.add(record, deps.perCustomer);
  if (outcome.kind === 'taken') return fail({ kind: 'domain-taken' });
  if (outcome.kind === 'too-many') return fail({ kind: 'too-many-domains', max: deps.perCustomer });
  if (await afterChange(deps.isThere(owner))) return ok(outcome.domain);
  await afterChange(deps.store.remove(record.ownerTag, record.name));
  return fail({ kind: 'account-gone' });
}

/** The answer, if nothing is to be added: then no place is taken. `store.add` judges again, in one step. */
async function withoutPlace(
  ownerTag: string,
  name: DomainName,
  { store, perCustomer }: DomainServiceDeps,
): Promise<Result<Domain, AddFailure> | null> {
  const own = await store.find(ownerTag, name);
  if (own !== null) return ok(own);
  if ((await store.findServed(name)) !== null) return fail({ kind: 'domain-taken' });
  const isFull = (await store.count(ownerTag)) >= perCustomer;
  return isFull ? fail({ kind: 'too-many-domains', max: perCustomer }) : null;
}

async function verify(domain: Domain, deps: DomainServiceDeps): Promise<Result<Domain, VerifyFailure>> {
  const { store, now } = deps;
  const { id, ownerTag, name } = domain;
  const waitMs = await store.takeCheck(ownerTag, name, VERIFY_AFTER_MS, now());
  if (waitMs === null) return fail(UNKNOWN);
  if (waitMs > 0) return fail({ kind: 'too-early', retryAfterSeconds: Math.ceil(waitMs / 1000) });
  const proofSeen = await deps.proof.look(domain);
  const outcome = await store.noteProof(id, proofSeen, { graceMs: PROOF_GRACE_MS, nowMs: now() });
  if (outcome.kind !== 'kept' && outcome.kind !== 'taken') return fail(UNKNOWN);
  const seen = await deps.observe({ ...(outcome.kind === 'kept' ? outcome.domain : domain), proofSeen });
  const noted = store.noteObservation(id, seen, deps.nextLookMs(now()));
  const checked = await afterChange(noted.then(() => store.find(ownerTag, name)));
  if (checked === null) return fail(UNKNOWN);
  return outcome.kind === 'taken' ? fail({ kind: 'domain-taken' }) : ok(checked);
}
