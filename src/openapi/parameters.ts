import type { ParameterObject } from './json.ts';
import type { HeaderRead, Operation, PathPart } from './operation.ts';
import type { ApiText } from './texts.ts';

const KEY = { type: 'string', pattern: '^[0-9a-z]{31}$' };

const SCHEMAS: Readonly<Record<PathPart | HeaderRead, ParameterObject['schema']>> = {
  key: KEY,
  domain: { type: 'string' },
  'Idempotency-Key': { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
  'O-Shrimp': { type: 'string' },
};

/** What stands in braces in a path. */
export function partsOf(path: string): readonly PathPart[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathPart);
}

/** Those that the operations have, by their names. */
export function parametersOf(
  operations: readonly Operation[],
  text: ApiText,
): Readonly<Record<string, ParameterObject>> {
  const parts = operations.flatMap((one) => partsOf(one.path));
  const headers = operations.flatMap((one) => one.reads ?? []);
  const named = (name: PathPart | HeaderRead, place: 'path' | 'header') => [
    name,
    { name, in: place, required: place === 'path', description: text(`parameters.${name}`), schema: SCHEMAS[name] },
  ];
  return Object.fromEntries([
    ...parts.map((name) => named(name, 'path')),
    ...headers.map((name) => named(name, 'header')),
  ]);
}
