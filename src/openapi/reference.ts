import {
  type Chapter,
  type OperationGroup,
  type ReferenceOperation,
  type ReferenceProps,
  type ReferenceWords,
  type Shape,
  WORDS,
} from '#views/docs/reference-props.ts';
import { EXAMPLE_VALUES } from './example-values.ts';
import { asksOf, fieldsOf } from './field-rows.ts';
import type { Json, JsonSchema, OpenApiDocument, OperationObject, ResponseObject } from './json.ts';
import { type RatesInForce, ratesOf } from './rates.ts';
import { samplesOf } from './samples.ts';
import { SCHEMAS } from './schemas.ts';
import type { ApiText } from './texts.ts';

const CHAPTERS = ['start', 'calling', 'auth', 'limits'] as const;

interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

/** What differs from site to site. */
export interface SiteInForce {
  /** false: it answers no programs. */
  readonly isOpen: boolean;
  readonly rates: RatesInForce;
}

/** The document as a page to be read. */
export function buildReference(document: OpenApiDocument, text: ApiText, site: SiteInForce): ReferenceProps {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const common = commonRefusals(document, all);
  const groups = document.tags.map(({ name }) => groupOf(name, all, { document, text, common }));
  return {
    words: Object.fromEntries(WORDS.map((word) => [word, text(`page.${word}`)])) as ReferenceWords,
    isOpen: site.isOpen,
    chapters: CHAPTERS.map((id) => chapterOf(id, text)),
    rates: ratesOf(site.rates, text),
    errors: errorsOf(document, text),
    groups,
    shapes: shapesOf(document, text),
  };
}

interface Around {
  readonly document: OpenApiDocument;
  readonly text: ApiText;
  /** 'status type' of what any call may be refused with. */
  readonly common: ReadonlySet<string>;
}

function chapterOf(id: (typeof CHAPTERS)[number], text: ApiText): Chapter {
  return { id, title: text(`page.chapters.${id}.title`), paragraphs: text(`page.chapters.${id}.text`).split('\n\n') };
}

function groupOf(tag: string, all: readonly Described[], around: Around): OperationGroup {
  const { text, document } = around;
  const own = all.filter(({ operation }) => operation.tags[0] === tag && operation['x-alias-of'] === undefined);
  const operations = own.map((one) => operationOf(one, all, around));
  const described = document.tags.find(({ name }) => name === tag);
  return { id: tag, title: text(`tags.${tag}.title`), text: described?.description ?? '', operations };
}

function operationOf(described: Described, all: readonly Described[], around: Around): ReferenceOperation {
  const { path, method, operation } = described;
  const { document, text } = around;
  const self = `${method.toUpperCase()} ${path}`;
  return {
    ...{ id: operation.operationId, title: operation.summary, text: operation.description, path },
    method: method === 'post' ? 'POST' : 'GET',
    aliases: all.filter((one) => one.operation['x-alias-of'] === self).map((one) => one.path),
    callers: callersOf(operation, text),
    asks: asksOf(operation, document, text),
    answer: answerOf(operation, around),
    refusals: refusalsOf(operation, around),
    samples: samplesOf(callOf(described)),
  };
}

function callersOf({ security, tags }: OperationObject, text: ApiText): string {
  if (tags[0] === 'colonel') return text('page.who.colonel');
  return text(security.some((one) => Object.keys(one).length === 0) ? 'page.who.anyone' : 'page.who.customer');
}

function answerOf(operation: OperationObject, { document, text }: Around): ReferenceOperation['answer'] {
  const [status = '', response] = Object.entries(operation.responses).find(([one]) => one.startsWith('2')) ?? [];
  const { description = '', content } = (response ?? {}) as Partial<ResponseObject>;
  const { schema, example } = content?.['application/json'] ?? {};
  const fields = schema === undefined ? [] : fieldsOf(resolved(schema, document), text);
  return {
    status,
    text: description,
    fields,
    example: example === undefined ? null : JSON.stringify(example, null, 2),
  };
}

function resolved(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  if (schema.$ref === undefined) return schema;
  return resolved(document.components.schemas[schema.$ref.slice(SCHEMAS.length)] ?? {}, document);
}

/** By status, its types without those that any call has. */
function refusalsOf(operation: OperationObject, around: Around): ReferenceOperation['refusals'] {
  const refusals = refusalTypes(operation, around.document);
  const own = refusals.map(([status, types]) => ({
    status,
    types: types.filter((type) => !around.common.has(`${status} ${type}`)),
  }));
  return own.filter(({ types }) => types.length > 0);
}

/** The error types of each status that an operation can be refused with. */
function refusalTypes({ responses }: OperationObject, document: OpenApiDocument) {
  return Object.entries(responses).flatMap(([status, response]) => {
    const name =
      String(response.$ref ?? '')
        .split('/')
        .at(-1) ?? '';
    const refusal = document.components.responses[name];
    return refusal === undefined ? [] : [[status, typesOf(refusal)] as const];
  });
}

function typesOf({ content }: ResponseObject): readonly string[] {
  const narrow = content?.['application/json']?.schema.allOf?.[1];
  return (narrow?.properties?.error_type?.enum ?? []) as readonly string[];
}

/** What all operations of version 2 have: said once, and not again with each. */
function commonRefusals(document: OpenApiDocument, all: readonly Described[]): ReadonlySet<string> {
  const sets = all
    .filter(({ path, method }) => path.startsWith('/api/v2/') && method === 'get')
    .map(
      ({ operation }) =>
        new Set(
          refusalTypes(operation, document).flatMap(([status, types]) => types.map((type) => `${status} ${type}`)),
        ),
    );
  const [first = new Set<string>(), ...others] = sets;
  const ofAll = others.reduce((common, one) => common.intersection(one), first);
  return ofAll.union(new Set(['422 BadShrimp']));
}

function errorsOf(document: OpenApiDocument, text: ApiText): ReferenceProps['errors'] {
  const responses = Object.entries(document.components.responses).filter(([name]) => name.startsWith('Error'));
  const statuses = new Map(responses.map(([name, { description }]) => [name.slice(5, 8), description]));
  const types = new Set(responses.flatMap(([, response]) => typesOf(response)));
  return {
    statuses: [...statuses].toSorted().map(([name, meaning]) => ({ name, text: meaning })),
    types: [...types].toSorted().map((name) => ({ name, text: text(`errors.${name}`) })),
  };
}

/** Those that several answers may have: the envelopes stand with their operations. */
function shapesOf({ components }: OpenApiDocument, text: ApiText): readonly Shape[] {
  const named = Object.entries(components.schemas).filter(([name]) => !/(?:Answer|Request)$/.test(name));
  return named.map(([name, schema]) => ({ id: name, name, fields: fieldsOf(schema, text) }));
}

/** With the keys that stand in the examples of answers. */
function callOf({ path, method, operation }: Described) {
  const content = Object.entries(operation.requestBody?.content ?? {});
  const [type, media] = content[0] ?? [];
  const keyOf = path.startsWith('/api/v2/secret/') || path.startsWith('/api/v1/secret/') ? 'secret_key' : 'key';
  const filled = path.replace('{key}', String(EXAMPLE_VALUES[keyOf])).replace('{domain}', 'secrets.example.com');
  return {
    method: method === 'post' ? ('POST' as const) : ('GET' as const),
    path: filled,
    body: (media?.example ?? null) as Json | null,
    file: content.length === 1 && type === 'multipart/form-data' ? 'logo' : null,
    needsAccount: operation['x-signed-in'] === true || operation.security.every((one) => Object.keys(one).length > 0),
    isEmpty: operation.responses[204] !== undefined,
    shows: (operation['x-shows'] ?? null) as string | null,
    commands: filledCommands(operation, String(EXAMPLE_VALUES[keyOf])),
  };
}

function filledCommands(operation: OperationObject, key: string): readonly string[] {
  const lines = (operation['x-command-line'] ?? []) as readonly string[];
  return lines.map((line) => line.replace('{{key}}', key));
}
