import type { Field, TypePart } from '#views/docs/reference-props.ts';
import type { JsonSchema, OpenApiDocument, OperationObject, ParameterObject } from './json.ts';
import { SCHEMAS } from './schemas.ts';
import type { ApiText } from './texts.ts';

/** The rows of a table of fields. */
export function fieldsOf(schema: JsonSchema, text: ApiText, place: string | null = null): readonly Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    ...{ name, place, isRequired: required.has(name) },
    type: typeOf(place === null ? field : withoutNothing(field), text),
    text: field.description ?? '',
  }));
}

/** What a call may hold: parts of its path, headers, and the body. */
export function asksOf(
  { parameters = [], requestBody }: OperationObject,
  { components }: OpenApiDocument,
  text: ApiText,
): readonly Field[] {
  const named = parameters.flatMap(({ $ref }) => components.parameters[String($ref).split('/').at(-1) ?? ''] ?? []);
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  const [body] = schema?.anyOf ?? (schema ? [schema] : []);
  const inBody = body?.$ref === undefined ? undefined : components.schemas[body.$ref.slice(SCHEMAS.length)];
  return [
    ...named.map((one) => parameterRow(one, text)),
    ...(inBody ? fieldsOf(inBody, text, text('page.in.body')) : []),
  ];
}

function parameterRow({ name, in: place, required, description, schema }: ParameterObject, text: ApiText): Field {
  return { name, place: text(`page.in.${place}`), isRequired: required, type: typeOf(schema, text), text: description };
}

/** Whatever is sent may be left out, or left empty: the page says so once. */
function withoutNothing(field: JsonSchema): JsonSchema {
  const isNothing = (one: JsonSchema) => one.type === 'null' || one.const === '';
  if (field.anyOf !== undefined) return { ...field, anyOf: field.anyOf.filter((one) => !isNothing(one)) };
  return Array.isArray(field.type) ? { ...field, type: field.type.filter((type) => type !== 'null') } : field;
}

/** 'string or null', 'list of Recent'. */
function typeOf(schema: JsonSchema, text: ApiText): readonly TypePart[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(SCHEMAS.length);
    return [{ text: name, shape: name }];
  }
  if (schema.anyOf !== undefined)
    return joined(
      schema.anyOf.map((one) => typeOf(one, text)),
      text,
    );
  if (schema.const !== undefined) return word(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return word(schema.enum.map((one) => JSON.stringify(one)).join(', '));
  if (schema.items) return [...word(`${text('types.list')} `), ...typeOf(schema.items, text)];
  const types = [schema.type ?? 'object'].flat();
  return joined(
    types.map((type) => word(text(`types.${type}`))),
    text,
  );
}

function joined(types: readonly (readonly TypePart[])[], text: ApiText): readonly TypePart[] {
  const or = word(` ${text('types.or')} `);
  const known = types.filter((type, index) => types.findIndex((one) => nameOf(one) === nameOf(type)) === index);
  return known.flatMap((type, index) => (index === 0 ? type : [...or, ...type]));
}

function nameOf(type: readonly TypePart[]): string {
  return type.map((part) => part.text).join('');
}

function word(text: string): readonly TypePart[] {
  return [{ text, shape: null }];
}
