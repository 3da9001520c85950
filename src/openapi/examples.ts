import { EXAMPLE_VALUES } from './example-values.ts';
import type { JsonSchema } from './json.ts';
import { SCHEMAS } from './schemas.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** An answer as it might be: each field with the value that EXAMPLE_VALUES has for it, else the simplest there is. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, around = ''): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(SCHEMAS.length);
    if (Object.hasOwn(EXAMPLE_VALUES, name)) return EXAMPLE_VALUES[name];
    return exampleOf(schemas[name] ?? {}, schemas, name);
  }
  const [choice] = schema.anyOf ?? schema.allOf ?? [];
  if (choice !== undefined) return exampleOf(choice, schemas, around);
  if (schema.properties !== undefined) return exampleObject(schema, schemas, around);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.prefixItems !== undefined) return schema.prefixItems.map((item) => exampleOf(item, schemas, around));
  if (schema.items) return [exampleOf(schema.items, schemas, around)];
  return exampleOfType(schema.type);
}

function exampleObject({ properties = {} }: JsonSchema, schemas: Schemas, around: string): unknown {
  const entries = Object.entries(properties).flatMap(([name, field]) => {
    const ofAny = field.$ref === undefined ? [name] : [];
    const [named] = [`${around}.${name}`, ...ofAny].filter((key) => Object.hasOwn(EXAMPLE_VALUES, key));
    const value = named === undefined ? exampleOf(field, schemas, around) : EXAMPLE_VALUES[named];
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
