/** Why routes cannot answer with these statuses. */
interface Impossible {
  readonly routes: RegExp;
  readonly statuses: readonly number[];
  readonly why: string;
}

const RULES: readonly Impossible[] = [
  {
    routes: /^\/(?:api|billing|static|brand|livez|readyz|startupz|robots\.txt|\.well-known)\b|^internal: /,
    statuses: [303],
    why: 'programs, files and probes are led nowhere',
  },
  { routes: /^\/api\/v1\//, statuses: [405, 422], why: 'in v1 every error of a call is 404' },
  { routes: /nowhere$/, statuses: [200, 303, 405], why: 'there is nothing' },
  { routes: /\/seen$/, statuses: [200], why: 'it answers 204' },
  {
    routes: /^\/api\/v2\/validate-shrimp$/,
    statuses: [400, 413, 422],
    why: 'a wrong token is its answer, not an error, and no body is read',
  },
  {
    routes: /^\/(?:api\/(?:openapi\.json|nowhere)|robots\.txt|\.well-known|brand)|^internal: /,
    statuses: [413, 422],
    why: 'no body is read',
  },
  {
    routes: /^\/(?:api\/(?:openapi\.json|nowhere)|robots\.txt|\.well-known)|^internal: /,
    statuses: [400],
    why: 'it reads no body, and nothing in its address has to be decoded',
  },
  { routes: /^\/billing\/webhook/, statuses: [422], why: 'a signature is right, or it is 400' },
  {
    routes: /^\/(?:api\/(?:openapi\.json|nowhere)|billing\/webhook|robots\.txt|\.well-known|brand)|^internal: /,
    statuses: [429],
    why: 'it is never limited',
  },
  {
    routes: /^\/(?:livez|readyz|startupz|static)/,
    statuses: [405],
    why: 'other methods are passed on, to what is not there',
  },
  { routes: /^\/(?:livez|readyz|startupz|static)|^internal: /, statuses: [421], why: 'it is served under any name' },
  { routes: /^\/livez/, statuses: [500, 503], why: 'it asks nobody' },
  { routes: /^\/(?:readyz|startupz)/, statuses: [500], why: 'whatever is wrong with the store, it is 503' },
  { routes: /^\/static/, statuses: [500, 503], why: 'files are kept in memory' },
  { routes: /^internal: \/(?:metrics|nowhere)/, statuses: [500, 503], why: 'the store is not asked' },
  {
    routes: /^\/(?:translations|info\/|pricing|plans\/:id\/:period|docs\/|account\/settings)/,
    statuses: [303],
    why: 'it is shown to everybody, and nothing is sent to it',
  },
  {
    routes: /^\/(?:private|secret)\/:key$|^\/secret\/:key\/burn$/,
    statuses: [303],
    why: 'what came of it is shown at once, and once',
  },
  {
    routes: /^\/(?:settings|account\/(?:password|destroy|domains\/:domain\/(?:remove|logo))|private\/:key\/unlock)/,
    statuses: [200],
    why: 'it is only sent to: it leads on, or says what is wrong',
  },
  { routes: /^\/plans\/:(?:id$|planid\/)/, statuses: [200], why: 'it leads on' },
];

/** Why this route cannot answer with that status; null where it can. */
export function reasonAgainst(pattern: string, status: number): string | null {
  return RULES.find(({ routes, statuses }) => routes.test(pattern) && statuses.includes(status))?.why ?? null;
}
