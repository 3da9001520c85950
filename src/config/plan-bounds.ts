import type { KeyValues } from './schema.ts';

/** What the plans in force allow at most, by how a plan's lifetime is called. */
export function lifetimesOf(values: KeyValues): readonly (readonly [name: string, seconds: number])[] {
  const paid = values['plans.enabled'] ? values['plans.paid'] : [];
  return [
    ...(['plans.anonymous.ttl', 'plans.basic.ttl'] as const).map((path) => [path, values[path]] as const),
    ...paid.map(({ id, ttl }) => [`the ttl of ${id} in plans.paid`, ttl] as const),
  ];
}

/** What the plans in force take at most, by how a plan's size is called. */
export function sizesOf(values: KeyValues): readonly (readonly [name: string, chars: number])[] {
  const paid = values['plans.enabled'] ? values['plans.paid'] : [];
  return [
    ...(['plans.anonymous.size', 'plans.basic.size'] as const).map((path) => [path, values[path]] as const),
    ...paid.map(({ id, size }) => [`the size of ${id} in plans.paid`, size] as const),
  ];
}
