import type { LeadStore } from '#src/led-work.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { Brand, Domain, DomainId, DomainName, Logo, Observation } from './domain.ts';

/** No look is put off nearly so far: a next look beyond this was set by a wrong clock, and is due. */
export const FARTHEST_LOOK_MS = 30 * DAY_MS;

/** A record as it enters the store: unproven, unobserved, PLAIN_BRAND and without a logo. */
export interface NewDomain extends Pick<Domain, 'id' | 'name' | 'ownerTag' | 'createdAtMs'> {
  /** When the monitor is to look at it for the first time. */
  readonly firstLookAtMs: number;
}

export type AddOutcome =
  | { readonly kind: 'added'; readonly domain: Domain }
  /** This owner has it already, whoever else has: nothing was changed. */
  | { readonly kind: 'exists'; readonly domain: Domain }
  /** Another owner has verified it; said before `too-many`. */
  | { readonly kind: 'taken' }
  /** The owner has `most` records or more, verified or not. */
  | { readonly kind: 'too-many' };

/** What a look at the TXT record has shown: `unknown` where the look-up failed. */
export type ProofSeen = 'present' | 'missing' | 'unknown';

export interface ProofTimes {
  /** How long a proof may be missing. */
  readonly graceMs: number;
  readonly nowMs: number;
  /** `updatedAtMs` of the record that was looked at; without it any state of the record will do. */
  readonly asOfMs?: number;
}

export type ProofOutcome =
  /** As it is now kept, verified or not. */
  | { readonly kind: 'kept'; readonly domain: Domain }
  /**
   * The proof is there, but another owner's record is verified and has not been without its proof for long
   * enough: this one stays unverified. Only `present` is answered so.
   */
  | { readonly kind: 'taken' }
  /** There is no such record, or no longer. */
  | { readonly kind: 'gone' }
  /** Its customer has changed it or asked for a check since `asOfMs`; answered only where that was given. */
  | { readonly kind: 'outdated' };

/**
 * Customers' domains. Every adapter passes tests/store/domain-store.contract.ts. Each verb is one
 * atomic step, also between processes; all throw `StoreUnavailable` when the store cannot be reached.
 * Nothing here expires by itself: domains stay until they are removed. The lead is the monitor's.
 */
export interface DomainStore extends LeadStore {
  /**
   * Keeps a new record if its owner has none of that name, nobody has verified the name, and the owner has
   * fewer than `most`, judged in this order. `updatedAtMs` begins as `createdAtMs`. Throws `IdTaken` if the id exists.
   */
  add(domain: NewDomain, most: number): Promise<AddOutcome>;
  find(ownerTag: string, name: DomainName): Promise<Domain | null>;
  /** Verified first, then by creation, newest first, then by name. */
  list(ownerTag: string): Promise<readonly Domain[]>;
  count(ownerTag: string): Promise<number>;
  /** The verified record of a name, whoever has it. One cheap read: every request on a custom domain makes it. */
  findServed(name: DomainName): Promise<Domain | null>;
  /** Removes a record with its logo, brand and place in the monitor's list; frees the name. False if there was none. */
  remove(ownerTag: string, name: DomainName): Promise<boolean>;
  /** `remove` for all of an owner, in one step. */
  removeAll(ownerTag: string): Promise<void>;

  /**
   * Lets one check be asked for: sets `updatedAtMs` to now unless the record was updated less than
   * `notWithinMs` ago. 0 if it may go on, else the milliseconds to wait; null if there is no such record.
   * Of any number who ask at once, one may go on. Asking too early does not prolong the wait.
   */
  takeCheck(ownerTag: string, name: DomainName, notWithinMs: number, nowMs: number): Promise<number | null>;

  /**
   * Keeps what was seen of the proof; `updatedAtMs` stays.
   * `present` ends `missingSinceMs` and verifies the record: a verified one keeps its `verifiedAtMs`, any
   * other has it from now. While another owner's record of the name is verified the answer is `taken`, unless
   * that one has been missing its proof for `graceMs` or longer: it gives way in the same step, unverified.
   * `missing` begins `missingSinceMs` if it has not begun, and unverifies the record once that lasted `graceMs`.
   * `unknown` changes nothing.
   * With `asOfMs`, only while `updatedAtMs` is still the same; otherwise it changes nothing: the check that the
   * customer has asked for meanwhile has seen something newer.
   * Of any number of owners who prove one name at the same moment exactly one has it.
   */
  noteProof(id: DomainId, seen: ProofSeen, times: ProofTimes): Promise<ProofOutcome>;

  /**
   * Keeps what the monitor saw and when it is to look again, and nothing else; with `asOfMs` as `noteProof` does. A
   * record that is gone stays gone.
   */
  noteObservation(id: DomainId, observation: Observation, nextAtMs: number, asOfMs?: number): Promise<void>;
  /**
   * At most `limit` records that the monitor is to look at by now, longest waiting first, then those whose next look is
   * further away than `FARTHEST_LOOK_MS`. Only `noteObservation` and `putOff` move them on.
   */
  due(limit: number, nowMs: number): Promise<readonly Domain[]>;
  /** The monitor has seen nothing and is to look again then; changes nothing else. A record that is gone stays gone. */
  putOff(id: DomainId, nextAtMs: number): Promise<void>;

  /** Replaces the brand; sets `updatedAtMs`. The record as it is now, or null if there is none. */
  setBrand(ownerTag: string, name: DomainName, brand: Brand, nowMs: number): Promise<Domain | null>;
  /** Replaces the logo, or takes it away (null); sets `updatedAtMs`. The record as it is now, or null. */
  setLogo(ownerTag: string, name: DomainName, logo: Logo | null, nowMs: number): Promise<Domain | null>;
  /** The logo of that record if it has this hash, verified or not; null for one that was replaced or removed. */
  findLogo(id: DomainId, hash: string): Promise<Logo | null>;
}
