import fc from 'fast-check';

export function mostly<Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>, times = 7): fc.Arbitrary<Value> {
  return fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: other });
}
