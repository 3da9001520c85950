import fc from 'fast-check';
import type { OpenApiDocument, OperationObject } from '#src/openapi/json.ts';
import { type Body, bodyOf, strayBody } from './bodies.ts';
import { type Caller, callers, headers, oddCallers, oddHeaders } from './callers.ts';
import { mostly } from './mostly.ts';
import { VISIT } from './values.ts';

/** What stands in braces in a path: something that this visit has come to know, the newest first, or a text. */
export type PathPart =
  | { readonly known: 'secret' | 'metadata' | 'domain'; readonly back: number }
  | { readonly text: string };

/** One request, before it is known what keys there are. */
export interface Call {
  readonly operation: string;
  /** The pattern of the document: '/api/v2/secret/{key}'. */
  readonly path: string;
  readonly method: string;
  readonly part: PathPart | null;
  /** What follows the path as it is. */
  readonly tail: string;
  readonly caller: Caller;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Body | null;
  /** How often it is sent at once. */
  readonly copies: number;
}

export type Step = Call | { readonly waitSeconds: number };

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const TAILS = [
  ...['/', '//', '/x', '/reveal', '/burn', '?', '?secret=x', '?continue=true&passphrase=a', '?%', '?a[b]=c'],
  ...['#x', '%20'],
];
const ODD_PARTS = [
  ...['a', 'A'.repeat(31), 'a'.repeat(30), 'a'.repeat(32), 'é'.repeat(31), 'recent', 'conceal', 'add'],
  ...['__proto__', 'constructor'],
  ...['.', '..', '%2e%2e', '..%2f..', 'a%2Fb', '%2F', '%5c', '%00', '%0d%0a', '%', '%zz', '%ff', '%e2%82%ac'],
  ...['%F0%9F%98%80', ';a=b'],
  ...['a b'.replace(' ', '%20'), '*', '{key}', ':key', '(.*)', '\u00ff\u0080', '-', '~', '9'.repeat(4000)],
  ...['%61'.repeat(31)],
  ...['example', 'localhost', '127.0.0.1', 'hush.example', 'xn--', `secrets.visit${VISIT}.com.`],
  ...[`SECRETS.VISIT${VISIT}.COM`],
];
const MOST_STEPS = 40;
const WAITS = [1, 1, 10, 61, 301, 3601, 8 * 86_400];

/**
 * What a visit is about, and how often operations of a tag are then drawn. Whatever has many of all comes to little:
 * a domain can be shown after somebody has added one, and a secret be read after it was shared.
 */
const THEMES: readonly Readonly<Record<string, number>>[] = [
  { sharing: 40, receiving: 16, sender: 4 },
  { v1: 10, sharing: 10, receiving: 5, sender: 2 },
  { domains: 12, sharing: 5, account: 2 },
  { account: 8, feedback: 8, sharing: 5, sender: 2 },
];
/** Of operations whose theme it is not. */
const SELDOM = 1;
/** Those without which others come to nothing, and one that comes to something at the right moment only. */
const FIRST = /^(?:v1Share|v1Generate|addDomain|verifyDomain)/;
const FIRST_TIMES = 4;

/** Visits: calls of what is in the document, sound ones and broken ones, and now and then some time that passes. */
export function visitsOf(document: OpenApiDocument): fc.Arbitrary<Step[]> {
  return fc.oneof(
    ...THEMES.map((theme) => fc.array(stepsOf(document, theme), { minLength: 1, maxLength: MOST_STEPS, size: 'max' })),
  );
}

function stepsOf(document: OpenApiDocument, theme: Readonly<Record<string, number>>): fc.Arbitrary<Step> {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      weight: weightOf(operation, theme),
      arbitrary: callOf(path, method.toUpperCase(), operation, document),
    })),
  );
  const total = calls.reduce((sum, { weight }) => sum + weight, 0);
  const wait = fc.constantFrom(...WAITS).map((waitSeconds) => ({ waitSeconds }));
  return fc.oneof(...calls, { weight: Math.ceil(total / 20), arbitrary: wait });
}

function weightOf({ tags, operationId }: OperationObject, theme: Readonly<Record<string, number>>): number {
  // Whoever has no account left can do little more.
  if (operationId === 'destroyAccount') return SELDOM;
  const weight = theme[tags[0] ?? ''] ?? SELDOM;
  return FIRST.test(operationId) ? weight * FIRST_TIMES : weight;
}

function callOf(path: string, method: string, operation: OperationObject, document: OpenApiDocument) {
  const body = operation.requestBody ? bodyOf(path, operation.requestBody.content, document) : null;
  const needsAccount = !operation.security.some((one) => Object.keys(one).length === 0);
  return fc.record<Call>({
    operation: fc.constant(operation.operationId),
    path: fc.constant(path),
    method: mostly(fc.constant(method), fc.constantFrom(...METHODS), 12),
    part: path.includes('{') ? partOf(path) : fc.constant(null),
    tail: mostly(fc.constant(''), fc.constantFrom(...TAILS), 15),
    caller: mostly(callers({ needsAccount, path }), oddCallers, 10),
    headers: mostly(headers, oddHeaders, 5),
    body: body ?? mostly(fc.constant(null), strayBody, 12),
    copies: mostly(fc.constant(1), fc.integer({ min: 2, max: 4 }), 9),
  });
}

function partOf(path: string): fc.Arbitrary<PathPart> {
  const own = path.includes('{domain}') ? 'domain' : path.includes('/secret/') ? 'secret' : 'metadata';
  const known = (kind: 'secret' | 'metadata' | 'domain') => fc.record({ known: fc.constant(kind), back: fc.nat(3) });
  const text = fc.oneof(
    fc.constantFrom(...ODD_PARTS),
    fc.stringMatching(/^[0-9a-z]{31}$/),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map(percentEncoded),
  );
  return fc.oneof<fc.WeightedArbitrary<PathPart>[]>(
    { weight: 14, arbitrary: known(own) },
    { weight: 1, arbitrary: fc.constantFrom('secret' as const, 'metadata' as const).chain(known) },
    { weight: 2, arbitrary: text.map((one) => ({ text: one })) },
  );
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
