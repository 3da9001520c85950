/**
 * What a look-up has brought. `missing`: the name, or this kind of record, certainly does not exist.
 * `failed`: nobody knows; the server failed, refused, was silent for too long or made no sense.
 */
export type LookedUp<Value, More = unknown> =
  | ({ readonly kind: 'found'; readonly value: Value } & More)
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed' };

/**
 * Asks DNS, each time anew. Never throws, and answers within the configured time whatever the servers
 * do; `cut` ends it early, as failed. What is found comes from strangers.
 */
export interface Dns {
  /** Each TXT record as one text, its chunks joined. */
  txt(name: string, cut?: AbortSignal): Promise<LookedUp<readonly string[]>>;
  /**
   * A before AAAA, as `canonicalAddress` writes them. If one of the two look-ups fails, the other's answer counts, and
   * is not whole.
   */
  addresses(name: string, cut?: AbortSignal): Promise<LookedUp<readonly string[], { readonly isWhole: boolean }>>;
  /** The name it is an alias of, in lower case without a final dot: the next one, not the end of the chain. */
  cname(name: string, cut?: AbortSignal): Promise<LookedUp<string>>;
}
