import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { guessPolicyOf } from '#src/compose/secrets.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import type { Store } from '#src/store/store.ts';
import { type Answer, type Ask, type Client, createClient } from '../durability/client.ts';
import { createTestApp, readConfig, type TestApp, type TestAppOptions } from '../support/app.ts';
import { startRedisServer } from '../support/redis-server.ts';
import type { Cleanup } from '../support/temp.ts';

export type Engine = 'SQLite' | 'Redis';
export const ENGINES: readonly Engine[] = ['SQLite', 'Redis'];

export interface Site extends TestApp {
  readonly client: Client;
  /** Where it listens. */
  readonly port: number;
  /** Of the redis-server; null with SQLite. */
  readonly redisUrl: string | null;
}

export interface SiteOptions extends Omit<TestAppOptions, 'store'> {
  /** Stands between the application and its store. */
  readonly around?: (store: Store) => Store;
  /** Requests under way at once. */
  readonly sockets?: number;
  readonly host?: string;
}

/** The application on that store, behind a real socket, passwords and passphrases stretched lightly. */
export async function openSite(t: Cleanup, engine: Engine, options: SiteOptions = {}): Promise<Site> {
  const { around = (store: Store) => store, sockets = 8, host, ...rest } = options;
  const redis = engine === 'Redis' ? await openRedis(t, rest.env) : null;
  const ground = redis ?? createTestApp(t, { ...rest, hasLightPassphrases: true });
  const folder = redis ? {} : { folder: (ground as TestApp).folder };
  const site = createTestApp(t, { ...rest, hasLightPassphrases: true, store: around(ground.store) });
  // A busy machine may keep a client waiting for longer than the five seconds after which Node hangs up.
  const server = createServer({ keepAliveTimeout: 60_000 }, site.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient(port, sockets, host);
  t.after(() => {
    client.close();
    server.close();
  });
  return { ...site, ...folder, client, port, redisUrl: redis?.url ?? null };
}

async function openRedis(t: Cleanup, env: TestAppOptions['env'] = {}) {
  const server = await startRedisServer();
  const policy = guessPolicyOf(readConfig({ HUSHLINK_DATA: '/tmp', ...env }).secrets);
  const store = await openRedisStore({ url: server.url, policy, onError: () => {}, onWarning: () => {} });
  t.after(async () => {
    await store.close();
    await server.stop();
  });
  return { store, url: server.url };
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** A browser that has opened one page with a form: sends it any number of times, and keeps no further cookie. */
export async function openForm(client: Client, path: string, cookies = '') {
  const page = await client.ask(path, { headers: cookies === '' ? {} : { Cookie: cookies } });
  const cookie = [cookies, ...cookiesSet(page)].filter(Boolean).join('; ');
  const shrimp = shrimpOn(page.body.toString());
  const post = (to: string, fields: Fields, headers: Ask['headers'] = {}) =>
    client.ask(to, {
      method: 'POST',
      headers: { Cookie: cookie, ...FORM, ...headers },
      body: new URLSearchParams({ shrimp, ...fields }).toString(),
    });
  const call = (to: string, fields: object, headers: Ask['headers'] = {}) =>
    client.ask(`/api/v2${to}`, {
      method: 'POST',
      headers: { Cookie: cookie, 'O-Shrimp': shrimp, ...headers },
      body: fields,
    });
  return { page, cookie, shrimp, post, call };
}

export type Form = Awaited<ReturnType<typeof openForm>>;
type Fields = Readonly<Record<string, string>>;

export const PASSWORD = 'correct horse battery';

/** Signs up by the form, on a site that verifies by itself. */
export async function signUp(client: Client, address: string, password = PASSWORD): Promise<void> {
  const form = await openForm(client, '/signup');
  const { status } = await form.post('/signup', { u: address, p: password, agree: 'on' });
  if (status !== 303) throw new Error(`not signed up: ${status}`);
}

/** Signs in and opens a page: somebody with a session, a shrimp and the forms of that page. */
export async function signedIn(client: Client, address: string, path = '/account', password = PASSWORD): Promise<Form> {
  const form = await openForm(client, '/signin');
  const answer = await form.post('/signin', { u: address, p: password });
  const cookie = cookiesSet(answer).find((pair) => pair.startsWith('sess='));
  if (cookie === undefined) throw new Error(`not signed in: ${answer.status} ${answer.body}`);
  return openForm(client, path, cookie);
}

export function cookiesSet({ headers }: Pick<Answer, 'headers'>): string[] {
  return (headers['set-cookie'] ?? []).map((line) => String(line.split(';')[0]));
}

export function shrimpOn(html: string): string {
  return /name="shrimp" value="([^"]+)"/.exec(html)?.[1] ?? '';
}
