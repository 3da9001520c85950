import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { Answer, Client } from '../durability/client.ts';
import { PICTURES } from '../features/domains/pictures.ts';
import type { MountedRoute } from '../support/express-table.ts';
import type { Cleanup } from '../support/temp.ts';
import { failingStore } from './failing-store.ts';
import { type Knock, knockAsOwner, knockAsStranger, knockOnBroken, knockTooOften, pathOf } from './matrix-knocks.ts';
import { reasonAgainst } from './matrix-rules.ts';
import {
  COLONEL,
  CUSTOM_DOMAIN,
  type FullSite,
  multipart,
  newOwner,
  openCustomDomain,
  openFullSite,
} from './matrix-site.ts';
import { signedIn } from './stores.ts';

/** An answer of a route. */
export interface Knocked extends Answer {
  /** Of the route; of the internal listener with INSIDE before it. */
  readonly pattern: string;
  /** 'POST /secret/:key 422, signed in'. */
  readonly label: string;
}

export const INSIDE = 'internal: ';

/** What has no route of its own: files, and what there is not. */
const UNROUTED = ['/static/*', '/nowhere', '/api/v1/nowhere', '/api/v2/nowhere', '/api/nowhere'];

/** Of anything one request in a minute. */
const ONE_EACH = Object.fromEntries(
  ['CREATE', 'REVEAL', 'SENDER', 'ACCOUNT', 'FEEDBACK', 'PAYMENT', 'OTHER'].flatMap((group) => [
    [`HUSHLINK_LIMITS_PER_ADDRESS_${group}`, '1'],
    [`HUSHLINK_LIMITS_PER_ACCOUNT_${group}`, '1'],
  ]),
);

/** Every route of the application and of the internal listener, asked in every way in which it may answer differently. */
export async function knockEverywhere(t: Cleanup): Promise<readonly Knocked[]> {
  const knocked: Knocked[] = [];
  const knockAt = (pattern: string): Knock => {
    return async (client, path, ask = {}, who = 'anybody') => {
      const answer = await client.ask(path, ask);
      knocked.push({ ...answer, pattern, label: `${ask.method ?? 'GET'} ${pattern} ${answer.status}, ${who}` });
    };
  };
  await knockOnWorking(t, knockAt);
  for (const error of [() => new Error('broken'), () => new StoreUnavailable('away')]) {
    const broken = await openFullSite(t, { store: failingStore(error) });
    for (const { client, pattern, path } of doorsOf(broken)) await knockOnBroken({ client }, path, knockAt(pattern));
  }
  return knocked;
}

async function knockOnWorking(t: Cleanup, knockAt: (pattern: string) => Knock): Promise<void> {
  const site = await openFullSite(t);
  await openCustomDomain(site);
  const { store, seal, clock } = site;
  const limited = await openFullSite(t, { store, seal, clock, env: { ...ONE_EACH, HUSHLINK_LIMITS_ENABLED: 'true' } });
  for (const { client, pattern, path } of doorsOf(site)) await knockAsStranger({ client }, path, knockAt(pattern));
  const reader = await newOwner(site);
  for (const route of routesOf(site)) {
    const changesSomething = route.methods.includes('post') || route.pattern === '/logout';
    const owned = changesSomething ? await newOwner(site) : reader;
    await knockTooOften(limited, route.pattern, owned, knockAt(route.pattern));
    await knockAsOwner(site, route, owned, knockAt(route.pattern));
    if (!route.pattern.includes('/colonel')) continue;
    const { cookie } = await signedIn(site.client, COLONEL);
    await knockAt(route.pattern)(
      site.client,
      pathOf(route.pattern, owned),
      { headers: { Cookie: cookie } },
      'in charge',
    );
  }
  await knockWithWhatTheyWant(site, knockAt);
}

/** Where the right words are needed. */
async function knockWithWhatTheyWant(site: FullSite, knockAt: (pattern: string) => Knock): Promise<void> {
  const { client, stripe } = site;
  const notice = stripe.message('customer.subscription.updated', {});
  const signed = { 'Stripe-Signature': stripe.sign(notice, site.clock.now()) };
  await knockAt('/billing/webhook/')(client, '/billing/webhook', { method: 'POST', headers: signed, body: notice });
  const owned = await newOwner(site);
  const logo = '/api/v2/account/domains/:domain/logo';
  const picture = multipart(owned.own, Buffer.from(PICTURES.rgba, 'base64'));
  await knockAt(logo)(client, pathOf(logo, owned), { method: 'POST', ...picture }, 'signed in');
  const verify = '/api/v2/account/domains/:domain/verify';
  // Too early until then.
  site.clock.advance(60_000);
  const form = { headers: { Cookie: owned.own.cookie, 'O-Shrimp': owned.own.shrimp }, body: {} };
  await knockAt(verify)(client, pathOf(verify, owned), { method: 'POST', ...form }, 'signed in');
}

/** Each once, with all its methods. */
function routesOf({ routes }: FullSite): readonly MountedRoute[] {
  const byPattern = Map.groupBy(routes, ({ pattern }) => pattern);
  const routed = [...byPattern].map(([pattern, all]) => ({ pattern, methods: all.flatMap(({ methods }) => methods) }));
  return [...routed, ...UNROUTED.map((pattern) => ({ pattern, methods: ['get'] }))];
}

interface Door {
  readonly client: Client;
  readonly pattern: string;
  /** As the listener knows it. */
  readonly path: string;
}

/** Of both listeners. */
function doorsOf(site: FullSite): readonly Door[] {
  const inside = [...site.internalRoutes.map(({ pattern }) => pattern), '/nowhere'];
  return [
    ...routesOf(site).map(({ pattern }) => ({ client: site.client, pattern, path: pattern })),
    ...inside.map((path) => ({
      ...{ client: site.internalClient, pattern: `${INSIDE}${path}` },
      path: path === '/ask' ? `/ask?domain=${CUSTOM_DOMAIN}` : path,
    })),
  ];
}

/** The statuses that the matrix is made of; answers with others are judged as well. */
export const STATUSES = [200, 303, 400, 404, 405, 413, 421, 422, 429, 500, 503] as const;

export interface MatrixCount {
  readonly routes: number;
  readonly answers: number;
  /** Cells, each a status of a route: seen, and impossible by a rule. */
  readonly seen: number;
  readonly impossible: number;
  /** Cells that nobody has seen and no rule explains, and those that were seen against a rule. */
  readonly unexplained: readonly string[];
}

export function countCells(knocked: readonly Knocked[]): MatrixCount {
  const byPattern = Map.groupBy(knocked, ({ pattern }) => pattern);
  const cells = [...byPattern].flatMap(([pattern, answers]) =>
    STATUSES.map((status) => ({
      name: `${pattern} ${status}`,
      isSeen: answers.some((answer) => answer.status === status),
      isImpossible: reasonAgainst(pattern, status) !== null,
    })),
  );
  return {
    ...{ routes: byPattern.size, answers: knocked.length },
    seen: cells.filter(({ isSeen }) => isSeen).length,
    impossible: cells.filter(({ isSeen, isImpossible }) => isImpossible && !isSeen).length,
    unexplained: cells.filter(({ isSeen, isImpossible }) => isSeen === isImpossible).map(({ name }) => name),
  };
}

/** Each policy that was sent, once. */
export function policiesOf(knocked: readonly Knocked[]): readonly string[] {
  return [...new Set(knocked.map(({ headers }) => String(headers['content-security-policy'])))];
}
