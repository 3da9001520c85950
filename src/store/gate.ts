import { StoreUnavailable } from '#src/store-unavailable.ts';

/** Why a store takes no writes. */
export type Mark =
  /** It is being copied to another. Ends by itself unless it is renewed. */
  | { readonly kind: 'moving' }
  /** It is being copied into, and has only a part. */
  | { readonly kind: 'filling' }
  /** All that it held is in another store now. */
  | { readonly kind: 'moved'; readonly to: string; readonly atMs: number };

/** Nothing was changed: the store takes no writes, of whatever process. */
export class StoreClosed extends StoreUnavailable {
  override name = 'StoreClosed';
}

const WHY = { moving: 'is being moved', filling: 'is being filled', moved: 'was moved' } as const;

export function closedBy({ kind }: Mark): StoreClosed {
  return new StoreClosed(`it takes no writes: it ${WHY[kind]}`);
}

/**
 * Closes a store to all writes of every process, so that it can be copied. While a mark lies every verb
 * that changes something throws `StoreClosed`; reading goes on, and so does the removal of what is over.
 * Marks are judged by one clock, the store's own. Every adapter passes tests/store/gate.contract.ts.
 */
export interface StoreGate {
  /** The mark that lies there; null where the store is open. */
  mark(): Promise<Mark | null>;

  /**
   * Lays `moving`, for `leaseMs`. Once it resolves no write of any process comes through any more, not even one
   * that was on its way; a claim that was begun before may still be settled or taken back. False, and nothing
   * changed, where a mark lies already.
   */
  close(holder: string, leaseMs: number): Promise<boolean>;
  /** False when the mark is not this holder's, or has run out: writes may have come since. */
  renew(holder: string, leaseMs: number): Promise<boolean>;
  /** Turns `moving` into `moved`, which stays; false as for `renew`. */
  endMoved(holder: string, to: string, atMs: number): Promise<boolean>;
  /** Takes this holder's `moving` away; writes go on. */
  release(holder: string): Promise<void>;

  /** Lays `filling`, which stays; nothing but `load` as a copy writes then. False where another mark lies. */
  fill(): Promise<boolean>;
  /** Takes `filling` or `moved` away: the store is open. */
  open(): Promise<void>;
}
