/** What every representation of a redacted value prints. */
export const REDACTED_TEXT = '[redacted]';

/**
 * Carries a value that must not be printed: strings, JSON and `util.inspect` show '[redacted]'.
 * Only `reveal()` gives the value back, so that every place which needs it can be found by name.
 */
export class Redacted<Value> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return REDACTED_TEXT;
  }

  toJSON(): string {
    return REDACTED_TEXT;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED_TEXT;
  }
}
