import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, OpenApiDocument, OperationObject, ResponseObject } from '#src/openapi/json.ts';

export interface GivenAnswer {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  /** In lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** What is wrong with an answer according to the document; null if nothing is. */
export type AnswerCheck = (answer: GivenAnswer) => string | null;

interface Route {
  readonly path: string;
  readonly form: RegExp;
  readonly methods: Readonly<Record<string, OperationObject>>;
}

/** Of everything that nobody has described: another path, another method, or no reaching either. */
const STRANGER_STATUSES = [400, 401, 404, 405, 413, 415, 421, 422, 429, 500, 503];

/**
 * Holds answers against the document. Programs must not mind fields that they do not know; here one that the
 * document does not know is a mistake in the document.
 */
export function createAnswerCheck(document: OpenApiDocument): AnswerCheck {
  const find = createOperationFinder(document);
  const bodies = createBodyCheck(document);

  return (answer) => {
    const { method, path, status } = answer;
    const { route, verb, operation } = find(method, path);
    const where = `${method} ${route?.path ?? path} ${status}`;
    if (operation === undefined) return strangerProblem(answer, where, route, bodies);
    const written = operation.responses[status];
    if (written === undefined) return `${where} is not in the document: ${answer.body.slice(0, 500)}`;
    const pointer = typeof written.$ref === 'string' ? written.$ref : pointerTo(route?.path ?? '', verb, status);
    const response = resolve(document, pointer);
    return (
      headerProblem(document, response, answer, where) ?? bodyProblem(bodies, { response, pointer }, answer, where)
    );
  };
}

/** What the document says of a method of a path, written as a request may write it. */
export function createOperationFinder(document: OpenApiDocument) {
  const routes = routesOf(document);
  return (method: string, asked: string) => {
    const path = asked.replace(/^\/api(?:\/v\d)?/i, (mount) => mount.toLowerCase()).replace(/(?<=.)\/$/, '');
    const route = routes.find(({ form }) => form.test(path));
    const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase();
    return { route, verb, operation: route?.methods[verb] };
  };
}

function routesOf({ paths }: OpenApiDocument): readonly Route[] {
  const routes = Object.entries(paths).map(([path, methods]) => ({
    ...{ path, methods, parts: path.split('{').length },
    form: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  // A literal before what stands for anything.
  return routes.toSorted((one, other) => one.parts - other.parts);
}

function strangerProblem(
  { method, status, headers, body }: GivenAnswer,
  where: string,
  route: Route | undefined,
  bodies: (pointer: string) => ValidateFunction,
): string | null {
  if (method === 'OPTIONS' && status === 204) return null;
  if (!STRANGER_STATUSES.includes(status)) return `${where} is not in the document, and no refusal`;
  if (status === 405 && (route === undefined || !headers.allow)) return `${where} does not say what is allowed`;
  const face = where.includes('/api/v1') ? 'V1Error' : 'Error';
  return method === 'HEAD' ? null : schemaProblem(bodies(`#/components/schemas/${face}`), body, where);
}

function headerProblem(document: OpenApiDocument, response: ResponseObject, answer: GivenAnswer, where: string) {
  const missing = Object.entries(response.headers ?? {}).filter(([name, header]) => {
    const { required } = typeof header.$ref === 'string' ? resolve(document, header.$ref) : header;
    return required === true && answer.headers[name.toLowerCase()] === undefined;
  });
  return missing.length === 0 ? null : `${where} lacks the header ${missing.map(([name]) => name)}`;
}

interface Written {
  readonly response: ResponseObject;
  readonly pointer: string;
}

function bodyProblem(
  bodies: (pointer: string) => ValidateFunction,
  { response, pointer }: Written,
  { method, headers, body }: GivenAnswer,
  where: string,
): string | null {
  if (method === 'HEAD') return null;
  if (response.content === undefined) return body === '' ? null : `${where} should be empty`;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `${where} is not JSON`;
  return schemaProblem(bodies(`${pointer}/content/application~1json/schema`), body, where);
}

function schemaProblem(validate: ValidateFunction, body: string, where: string): string | null {
  if (validate(parse(body))) return null;
  const errors = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
  });
  return `${where} is not as the document says: ${errors.join('; ')}\n${body.slice(0, 2000)}`;
}

/** Compiles a schema when it is first needed: most files of tests need few. */
function createBodyCheck(document: OpenApiDocument): (pointer: string) => ValidateFunction {
  // Formats are for generators of clients: every value of the type has them.
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: true });
  ajv.addSchema(closed(document) as Json, 'api');
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
}

/** The same with no room for a field that nobody has described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, closed(part)]);
  const isOpenObject = 'properties' in value && 'type' in value && !('additionalProperties' in value);
  return Object.fromEntries(isOpenObject ? [...entries, ['additionalProperties', false]] : entries);
}

function pointerTo(path: string, method: string, status: number): string {
  return `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses/${status}`;
}

function resolve(document: OpenApiDocument, pointer: string): ResponseObject {
  const names = pointer.split('/').slice(1);
  const at = names.reduce<unknown>(
    (part, name) => (part as Json)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
  return at as ResponseObject;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
