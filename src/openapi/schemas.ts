import { z } from 'zod';
import type { JsonSchema } from './json.ts';
import type { NamedSchemas } from './operation.ts';
import type { ApiText } from './texts.ts';

export const SCHEMAS = '#/components/schemas/';

/** What a schema leaves out stands here: 'fields.any.created' for `created` of any of them. */
const OF_ANY = 'any';

/**
 * JSON Schemas of validators by their names, each field with its sentence. `io` says which side is described:
 * what may be sent is more than what it is read as.
 */
export function describeSchemas(
  named: NamedSchemas,
  io: 'input' | 'output',
  text: ApiText,
): Readonly<Record<string, JsonSchema>> {
  const names = z.registry<{ id: string }>();
  const others: Record<string, JsonSchema> = {};
  for (const [id, schema] of Object.entries(named)) {
    const known = names.get(schema);
    if (known === undefined) names.add(schema, { id });
    else others[id] = { $ref: SCHEMAS + known.id };
  }
  const { schemas } = z.toJSONSchema(names, {
    ...{ metadata: names, io, uri: (id) => SCHEMAS + id },
    override: ({ zodSchema, jsonSchema }) => {
      plain(jsonSchema);
      if (zodSchema instanceof z.ZodObject) leaveOutCaught(zodSchema, jsonSchema);
    },
  });
  const described = Object.entries(schemas).map(([id, schema]) => [id, withSentences(id, schema as JsonSchema, text)]);
  return { ...Object.fromEntries(described), ...others };
}

/** Leaves out what says nothing, and what would forbid programs to meet a field of a later release. */
function plain(schema: Record<string, unknown>): void {
  for (const name of ['$schema', '$id', 'id']) delete schema[name];
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'binary') {
    // A file is bytes, whatever its type. Generators of clients know one by the format alone: without it they send a text.
    delete schema.contentEncoding;
    schema.contentMediaType = 'application/octet-stream';
  }
  if (Array.isArray(schema.anyOf)) schema.anyOf = schema.anyOf.flatMap(choicesOf);
}

/** A field whose wrong values are taken for nothing may be left out as well. */
function leaveOutCaught({ shape }: z.ZodObject, schema: Record<string, unknown>): void {
  if (!Array.isArray(schema.required)) return;
  const required = schema.required.filter((name) => !(shape[name] instanceof z.ZodCatch));
  if (required.length > 0) schema.required = required;
  else delete schema.required;
}

/** A choice within a choice is one. */
function choicesOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf !== undefined && Object.keys(schema).length === 1 ? schema.anyOf.flatMap(choicesOf) : [schema];
}

/** A whole number or null. Without a format generators make 32 bits of it: no instant after January 2038 fits. */
function isWhole({ type }: JsonSchema): boolean {
  const others = [type ?? []].flat().filter((one) => one !== 'null');
  return others.length === 1 && others[0] === 'integer';
}

/** Gives every field its sentence, however deep it stands; those of an object without a name go by the name around. */
function withSentences(id: string, schema: JsonSchema, text: ApiText): JsonSchema {
  const { $schema: _, $id: __, properties, anyOf, items, prefixItems, ...rest } = schema;
  const inner = (one: JsonSchema) => withSentences(id, one, text);
  return {
    ...rest,
    ...(isWhole(rest) && { format: 'int64' }),
    ...(properties && { properties: fieldsWithSentences(id, properties, text) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(prefixItems && { prefixItems: prefixItems.map(inner) }),
    ...(typeof items === 'object' && { items: inner(items) }),
    ...(items === false && { items }),
  };
}

function fieldsWithSentences(id: string, fields: Readonly<Record<string, JsonSchema>>, text: ApiText) {
  const entries = Object.entries(fields).map(([name, field]) => {
    const description = text(`fields.${id}.${name}`, `fields.${OF_ANY}.${name}`);
    return [name, { ...withSentences(id, field, text), description }] as const;
  });
  return Object.fromEntries(entries);
}
