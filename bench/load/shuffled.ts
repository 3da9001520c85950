import { randomInt } from 'node:crypto';

/** The same values in an order that nobody can foresee. */
export function shuffled<Value>(values: readonly Value[]): Value[] {
  const mixed = [...values];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as Value, mixed[at] as Value];
  }
  return mixed;
}
