/** The store did not answer. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** False when the connection broke under way: what was asked may or may not have happened. */
  readonly isUnchanged: boolean;

  constructor(message: string, options: { cause?: unknown; isUnchanged?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.isUnchanged = options.isUnchanged ?? true;
  }
}

/** For the log: what failed and, where the store said why, its own words as `cause`. */
export function failureFields(error: unknown): { readonly err: unknown; readonly cause?: Error } {
  const cause = error instanceof StoreUnavailable ? error.cause : undefined;
  return { err: error, ...(cause instanceof Error && { cause }) };
}

/**
 * Waits for a step that follows a change which stands. If the store cannot do the step, the `StoreUnavailable` says
 * that something was changed, as the request as a whole has done, whatever it says of the step alone.
 */
export async function afterChange<Value>(step: Promise<Value>): Promise<Value> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new StoreUnavailable(error.message, { cause: error.cause, isUnchanged: false });
  }
}
