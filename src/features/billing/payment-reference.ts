import type { CustId, Owner } from '#src/features/accounts/customer.ts';

/**
 * How an account is named to the payment provider: nobody can name one that is not theirs, or have its payment
 * taken for another's, and of several sites that sell through one account there each knows its own.
 */
export interface PaymentReferences {
  /**
   * For a payment link, whose address anybody can change. At most 200 characters of [A-Za-z0-9_-]; null for a mail
   * address that is too long for that.
   */
  of(owner: Owner): string | null;
  /** null for what was not made here. */
  read(reference: string): Owner | null;
  /** A mark to stand beside the account's name where that is there to be read. */
  markOf(owner: Owner): string;
  isMarked(owner: Owner, mark: string): boolean;
}

export interface ReferenceMac {
  of(text: string): string;
  isRight(text: string, mac: string): boolean;
}

/** What the payment provider takes. */
const MOST_CHARS = 200;
/** HMAC-SHA-256 in base64url. */
const MAC_CHARS = 43;

/** Tells an account from a later one of the same address. References in use are signed over it: it must not change. */
export function ownerName({ custid, createdAtMs }: Owner): string {
  return `${createdAtMs} ${custid}`;
}

export function createPaymentReferences(mac: ReferenceMac): PaymentReferences {
  return {
    of: (owner) => {
      const named = Buffer.from(ownerName(owner), 'utf8').toString('base64url');
      const reference = mac.of(named) + named;
      return reference.length > MOST_CHARS ? null : reference;
    },
    read: (reference) => {
      const named = reference.slice(MAC_CHARS);
      if (!mac.isRight(named, reference.slice(0, MAC_CHARS))) return null;
      const [createdAtMs = '', custid = ''] = Buffer.from(named, 'base64url').toString('utf8').split(' ');
      return { custid: custid as CustId, createdAtMs: Number(createdAtMs) };
    },
    // The space in it is in no reference: the one is never taken for the other.
    markOf: (owner) => mac.of(ownerName(owner)),
    isMarked: (owner, mark) => mac.isRight(ownerName(owner), mark),
  };
}
