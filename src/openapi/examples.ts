import type { JsonSchema } from './json.ts';
import { SCHEMAS } from './schemas.ts';

interface Source {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** By names as in EXAMPLE_VALUES. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** An answer as it might be: each field with the value that there is for it, else the simplest there is. */
export function exampleOf(schema: JsonSchema, source: Source, around = ''): unknown {
  if (schema.$ref !== undefined) {
    const { schemas, values } = source;
    const name = schema.$ref.slice(SCHEMAS.length);
    if (Object.hasOwn(values, name)) return values[name];
    return exampleOf(schemas[name] ?? {}, source, name);
  }
  const [choice] = schema.anyOf ?? schema.allOf ?? [];
  if (choice !== undefined) return exampleOf(choice, source, around);
  if (schema.properties !== undefined) return exampleObject(schema, source, around);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.prefixItems !== undefined) return schema.prefixItems.map((item) => exampleOf(item, source, around));
  if (schema.items) return [exampleOf(schema.items, source, around)];
  return exampleOfType(schema.type);
}

function exampleObject({ properties = {} }: JsonSchema, source: Source, around: string): unknown {
  const { values } = source;
  const entries = Object.entries(properties).flatMap(([name, field]) => {
    const ofAny = field.$ref === undefined ? [name] : [];
    const [named] = [`${around}.${name}`, ...ofAny].filter((key) => Object.hasOwn(values, key));
    const value = named === undefined ? exampleOf(field, source, around) : values[named];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function exampleOfType(type: JsonSchema['type']): unknown {
  const [first] = Array.isArray(type) ? type : [type];
  switch (first) {
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    case 'object':
      return {};
    default:
      return '';
  }
}
