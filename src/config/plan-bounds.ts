import type { KeyValues } from './schema.ts';

const UNPAID = ['anonymous', 'basic'] as const;

/** What the plans in force allow at most, in seconds (ttl) or characters (size), each beside what it is called. */
export function planBounds(
  values: KeyValues,
  bound: 'ttl' | 'size',
): readonly (readonly [name: string, most: number])[] {
  const unpaid = UNPAID.map((plan) => `plans.${plan}.${bound}` as const);
  const paid = values['plans.enabled'] ? values['plans.paid'] : [];
  return [
    ...unpaid.map((path) => [path, values[path]] as const),
    ...paid.map((plan) => [`the ${bound} of ${plan.id} in plans.paid`, plan[bound]] as const),
  ];
}
