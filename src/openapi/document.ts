import { type Face, refusalsOf } from './face.ts';
import type { JsonSchema, OpenApiDocument, OperationObject, Reference } from './json.ts';
import { type Described, type NamedSchemas, type Operation, TAGS } from './operation.ts';
import { parametersOf, partsOf } from './parameters.ts';
import { answerObject, emptyObject, headerObjects, refusalName, refusalObject } from './responses.ts';
import { describeSchemas, SCHEMAS } from './schemas.ts';
import type { ApiText } from './texts.ts';

export interface DocumentDeps {
  readonly described: readonly Described[];
  readonly faces: readonly Face[];
  readonly text: ApiText;
  /** Of this release. */
  readonly version: string;
}

/** A body is read alike in whichever of these it comes. */
const FORMS = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** The whole API as an OpenAPI 3.1 document. It says nothing of this site: wherever it is read, it is the same. */
export function buildDocument({ described, faces, text, version }: DocumentDeps): OpenApiDocument {
  const operations = described.flatMap((one) => one.operations);
  const schemas = componentsOf(described, faces, text);
  return {
    openapi: '3.1.1',
    info: {
      ...{ title: text('info.title'), version, summary: text('info.summary'), description: text('info.description') },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // The site that the document came from.
    servers: [{ url: '/', description: text('info.server') }],
    tags: TAGS.filter((tag) => operations.some((one) => one.tag === tag)).map((name) => ({
      ...{ name, description: text(`tags.${name}.text`), 'x-displayName': text(`tags.${name}.title`) },
    })),
    paths: pathsOf(operations, { faces, text, schemas }),
    components: {
      schemas,
      responses: responsesOf(operations, faces, text),
      parameters: parametersOf(operations, text),
      headers: headerObjects(text),
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: text('security.basic') },
        session: { type: 'apiKey', in: 'cookie', name: 'sess', description: text('security.session') },
        shrimp: { type: 'apiKey', in: 'header', name: 'O-Shrimp', description: text('security.shrimp') },
      },
    },
  };
}

function faceOf(faces: readonly Face[], { base, id }: Operation): Face {
  const face = faces.find((one) => one.base === base);
  if (face === undefined) throw new Error(`${id} is of no face of the API`);
  return face;
}

/** 'concealSecret' → 'ConcealSecretAnswer'. */
function answerName({ id }: Operation): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Answer`;
}

function componentsOf(described: readonly Described[], faces: readonly Face[], text: ApiText) {
  const inputs: NamedSchemas = Object.assign({}, ...described.map((one) => one.inputs));
  const answers = described
    .flatMap((one) => one.operations)
    .flatMap((one) => (one.answer.schema === null ? [] : [[answerName(one), one.answer.schema] as const]));
  const errors = faces.map(({ error }) => [error.name, error.schema] as const);
  const outputs: NamedSchemas = Object.assign({}, ...described.map((one) => one.outputs));
  const named = { ...outputs, ...Object.fromEntries([...errors, ...answers]) };
  const all = { ...describeSchemas(inputs, 'input', text), ...describeSchemas(named, 'output', text) };
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

interface Parts {
  readonly faces: readonly Face[];
  readonly text: ApiText;
  readonly schemas: OpenApiDocument['components']['schemas'];
}

function pathsOf(operations: readonly Operation[], parts: Parts) {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const one of operations) {
    for (const [index, path] of [one.path, ...(one.aliases ?? [])].entries()) {
      const operation = operationObject(one, { index, path }, { ...parts, face: faceOf(parts.faces, one) });
      paths[one.base + path] = { ...paths[one.base + path], [one.method]: operation };
    }
  }
  return paths;
}

interface Around extends Parts {
  readonly face: Face;
}

function operationObject(
  operation: Operation,
  place: { readonly index: number; readonly path: string },
  { face, text, schemas }: Around,
): OperationObject {
  const { id, tag, method, base, path, reads = [] } = operation;
  const parameters = [...partsOf(place.path), ...reads].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const isAlias = place.index > 0;
  return {
    operationId: isAlias ? `${id}_${place.index}` : id,
    tags: [tag],
    summary: text(`operations.${id}.title`),
    description: text(`operations.${id}.text`),
    ...(isAlias && { 'x-alias-of': `${method.toUpperCase()} ${base}${path}` }),
    ...(operation.command && { 'x-command-line': operation.command }),
    ...(operation.isShownSignedIn && { 'x-signed-in': true }),
    ...(operation.shows && { 'x-shows': operation.shows }),
    security: securityOf(operation, face),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.input && { requestBody: bodyOf(operation.input, operation) }),
    responses: {
      [operation.answer.status]: answerObject(operation.answer, answerName(operation), {
        ...{ description: text(`operations.${id}.answer`), schemas },
        isOfCustomer: operation.who !== 'anyone' || operation.isShownSignedIn === true,
      }),
      ...(operation.answer.isKept && { 304: emptyObject(['ETag'], text('statuses.304')) }),
      ...refusalReferences(face, operation),
    },
  };
}

function refusalReferences(face: Face, operation: Operation): Readonly<Record<string, Reference>> {
  const refusals = [...refusalsOf(face, operation)];
  return Object.fromEntries(
    refusals.map(([status, types]) => [status, { $ref: `#/components/responses/${refusalName(face, status, types)}` }]),
  );
}

/** JSON says more than a form can; a file comes in a form alone. */
function bodyOf(names: readonly string[], { file, example }: Operation) {
  const [only = {}, ...others] = names.map((name): JsonSchema => ({ $ref: SCHEMAS + name }));
  const schema = others.length === 0 ? only : { anyOf: [only, ...others] };
  const types = file === undefined ? FORMS : ['multipart/form-data'];
  return { content: Object.fromEntries(types.map((type) => [type, { schema, ...(example && { example }) }])) };
}

/** Any of these is enough; the empty one is for anybody. A session that changes something shows a token as well. */
function securityOf({ who, method }: Operation, { hasSessions }: Face) {
  const session = method === 'get' ? { session: [] } : { session: [], shrimp: [] };
  return [...(who === 'anyone' ? [{}] : []), { basic: [] }, ...(hasSessions ? [session] : [])];
}

function responsesOf(operations: readonly Operation[], faces: readonly Face[], text: ApiText) {
  const all = operations.flatMap((one) => {
    const face = faceOf(faces, one);
    return [...refusalsOf(face, one)].map(([status, types]) => ({ face, status, types }));
  });
  // How a method or a path that is not described is refused.
  const strangers = faces.map((face) => ({ face, ...face.wireOf('method-not-allowed') }));
  return Object.fromEntries(
    [...all, ...strangers].map(({ face, status, types }) => [
      refusalName(face, status, types),
      refusalObject(face, status, types, text),
    ]),
  );
}
