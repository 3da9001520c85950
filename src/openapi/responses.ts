import { CUSTOMER_VALUES, EXAMPLE_VALUES } from './example-values.ts';
import { exampleOf } from './examples.ts';
import type { Face } from './face.ts';
import type { JsonSchema, Reference, ResponseObject } from './json.ts';
import type { Answer } from './operation.ts';
import { SCHEMAS } from './schemas.ts';
import type { ApiText } from './texts.ts';

const JSON_TYPE = 'application/json';

/** On every answer, whatever its status. */
const ALWAYS = ['X-Request-Id', 'Cache-Control'];
/** Where requests are counted. */
const COUNTED = ['RateLimit', 'RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
/** The headers that a refusal of that status has besides; `Retry-After` only where waiting helps. */
const OF_STATUS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  422: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
const REQUIRED = new Set(['X-Request-Id', 'Cache-Control', 'Allow', 'Expires', 'X-Altcha-Config', 'ETag']);

/** Every header that some answer has. */
export function headerObjects(text: ApiText) {
  const own = ['Expires', 'X-Altcha-Config', 'ETag', 'Set-Cookie'];
  const names = new Set([...ALWAYS, ...COUNTED, ...Object.values(OF_STATUS).flat(), ...own]);
  const entries = [...names].map((name) => {
    const schema = { type: name === 'Retry-After' ? 'integer' : 'string' };
    return [name, { description: text(`headers.${name}`), required: REQUIRED.has(name), schema }] as const;
  });
  return Object.fromEntries(entries);
}

function headersNamed(names: readonly string[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** No body: the status and the headers say it all. */
export function emptyObject(headers: readonly string[], description: string): ResponseObject {
  return { description, headers: headersNamed([...ALWAYS, ...COUNTED, ...headers]) };
}

interface Around {
  readonly description: string;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Whether the example is what a customer is answered. */
  readonly isOfCustomer: boolean;
}

/** What comes back when it is done. */
export function answerObject(
  answer: Answer,
  schemaName: string,
  { description, schemas, isOfCustomer }: Around,
): ResponseObject {
  const without = emptyObject(answer.headers ?? [], description);
  if (answer.schema === null) return without;
  const schema = { $ref: SCHEMAS + schemaName };
  const example = exampleOf(schema, { schemas, values: isOfCustomer ? CUSTOMER_VALUES : EXAMPLE_VALUES });
  return { ...without, content: { [JSON_TYPE]: { schema, example } } };
}

/** A name of its own for each that differs, so that it is written once. */
export function refusalName({ error }: Face, status: number, types: readonly string[]): string {
  return [`${error.name}${status}`, ...types].join('.');
}

/** A refusal with one of these types. */
export function refusalObject(face: Face, status: number, types: readonly string[], text: ApiText): ResponseObject {
  const one: JsonSchema = { $ref: SCHEMAS + face.error.name };
  const narrow: JsonSchema = { properties: { error_type: { enum: types } } };
  const headers = headersNamed([...ALWAYS, ...COUNTED, ...(OF_STATUS[status] ?? [])]);
  const description = text(`statuses.${face.error.name}.${status}`, `statuses.${status}`);
  const schema = types.length === 0 ? one : { allOf: [one, narrow] };
  return { description, headers, content: { [JSON_TYPE]: { schema } } };
}
