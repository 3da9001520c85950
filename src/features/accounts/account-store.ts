import type { CustId, Customer, CustomerCounts, Role } from './customer.ts';

/** A link that lets somebody set a new password, once. */
export interface ResetRecord {
  /** SHA-256 name of the reset key, as for every key of 31 characters. */
  readonly id: string;
  /** `NOBODY` keeps a row that nobody can use: the same work for an address without an account. */
  readonly custid: CustId;
  /** Whoever uses it has read mail at the address; false for a link that the operator hands over. */
  readonly isMailed: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** No customer bears this name. */
export const NOBODY = '' as CustId;

export type TakenReset = Pick<ResetRecord, 'custid' | 'isMailed'>;

/** `renewed`: there was an account that nobody had verified. `known`: there is one in use. */
export type Registration = 'created' | 'renewed' | 'known';

/**
 * Where accounts are kept. Every adapter passes tests/store/account-store.contract.ts. Each method is
 * one atomic step, durable when it resolves. Throws `StoreUnavailable` when the store cannot be reached.
 */
export interface AccountStore {
  /** Keeps a new customer; false, and nothing changed, when there is one of that name. */
  create(customer: Customer): Promise<boolean>;
  /**
   * A sign-up: keeps a new customer. An account that is not verified yet gets the epoch, locale and verification of
   * this one, and `renewedHash` for a password; its role and plan, given or paid for, stay: whoever signs up has no say
   * in them. An account in use stays as it is. So does one with a role or such a plan if `customer` comes verified,
   * without a mail: anybody could take them. Writes in each case, so that the time does not tell which it was.
   */
  register(customer: Customer, renewedHash: string): Promise<Registration>;
  find(custid: CustId): Promise<Customer | null>;
  /** Newest first. */
  recent(limit: number): Promise<readonly Customer[]>;
  /** Kept, not scanned. */
  count(): Promise<number>;
  /** Customers created at or after this instant. */
  countSince(instantMs: number): Promise<number>;
  /**
   * Sets a new password if the old hash still stands; ends all sessions by `epoch`, all reset keys, and
   * the API token: whoever took the account over may have made one.
   */
  changePassword(custid: CustId, change: { from: string; to: string; epoch: number }): Promise<boolean>;
  /**
   * Ends all sessions by `epoch`, all reset keys, and the API token, and leaves the password; false for an
   * unknown customer. Signing in again works at once.
   */
  signOut(custid: CustId, epoch: number): Promise<boolean>;
  /** `signOut` for everybody, each in one step, in batches of a few hundred; says after each how many it had. */
  signOutAll(epoch: number): AsyncIterable<number>;
  /** The same password under harder parameters, if the old hash still stands. Sessions live on. */
  rehash(custid: CustId, change: { from: string; to: string }): Promise<boolean>;
  /**
   * Idempotent; null, and nothing changed, for an unknown customer or another epoch than this one
   * (null: whatever it is). What was proven by mail stays proven.
   */
  verify(custid: CustId, by: { isMailProven: boolean; epoch: number | null }): Promise<Customer | null>;
  /**
   * Replaces the token if this epoch still stands: one that was asked for before a new password must not outlive the
   * change. This and the next three return false, and change nothing, for an unknown customer.
   */
  setApiToken(custid: CustId, token: { hash: string; epoch: number }): Promise<boolean>;
  /** Our code. */
  setLocale(custid: CustId, locale: string): Promise<boolean>;
  setRole(custid: CustId, role: Role): Promise<boolean>;
  /** What the operator gives. What is paid for is changed by `BillingStore.keep` alone. */
  setPlan(custid: CustId, planid: string): Promise<boolean>;
  /** Adds to the customer's counts; false, and nothing changed, for an unknown customer. */
  addCounts(custid: CustId, added: Partial<CustomerCounts>): Promise<boolean>;
  /**
   * Removes the account and ends its reset keys if the password hash still stands (null: whatever it is);
   * false, and nothing changed, otherwise and for an unknown customer. The
   * account's row in `BillingStore` stays there, orphaned, until nobody pays for it any more.
   */
  destroy(custid: CustId, passwordHash: string | null): Promise<boolean>;

  /** Other keys of the customer stay good. */
  keepReset(reset: ResetRecord): Promise<void>;
  /** Whose key it is while it is good; null for nobody's and for one that is over. Changes nothing. */
  peekReset(id: string, nowMs: number): Promise<CustId | null>;
  /** Of any number of simultaneous callers one gets it; it and all others of that customer are over then. */
  takeReset(id: string, nowMs: number): Promise<TakenReset | null>;
}
