import { StoreUnavailable } from '#src/store-unavailable.ts';

/** A file that cannot be read is a store that is away, as it is for writes. */
export function read<Value>(query: () => Value): Value {
  try {
    return query();
  } catch (error) {
    throw new StoreUnavailable('the database cannot be read', { cause: error });
  }
}
