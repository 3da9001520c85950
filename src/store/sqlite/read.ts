import { StoreUnavailable } from '#src/store-unavailable.ts';

/** A file that cannot be read is a store that is away, as it is for writes. */
export function read<Value>(query: () => Value): Value {
  try {
    return query();
  } catch (error) {
    throw unreadable(error);
  }
}

/** The same for rows that are read one by one. */
export function* readEach<Row>(query: () => Iterable<Row>): Generator<Row> {
  try {
    yield* query();
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(cause: unknown): StoreUnavailable {
  return new StoreUnavailable('the database cannot be read', { cause });
}
