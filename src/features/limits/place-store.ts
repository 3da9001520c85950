/**
 * Counts what may be done so often in a while, or once: mails of a customer, domains that are added, messages of a
 * network, uses of a solved captcha. Every adapter passes tests/store/place-store.contract.ts. Throws
 * `StoreUnavailable`.
 */
export interface PlaceStore {
  /**
   * Takes one of `most` places under a name, in one atomic step: of any number of simultaneous takers
   * exactly `most` get one. False when none is left. Places come back at the `untilMs` of the first
   * that was taken; nothing is kept longer. A kept `untilMs` that is more than twice as far away as the one given
   * counts as over: a wrong clock has set it. The name tells nothing of anybody.
   */
  take(name: string, most: number, untilMs: number, nowMs: number): Promise<boolean>;
}
