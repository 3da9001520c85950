import type { Ask, Client } from '../durability/client.ts';
import { under } from '../features/domains/stage.ts';
import type { MountedRoute } from '../support/express-table.ts';
import { CUSTOM_DOMAIN, type FullSite, multipart, type Owned } from './matrix-site.ts';
import { type Form, openForm, PASSWORD } from './stores.ts';

/** Asks, and keeps the answer as one of the route in question. */
export type Knock = (client: Client, path: string, ask?: Ask, who?: string) => Promise<void>;

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const NEW = 'another good password';
const NOBODY = '0'.repeat(31);

/** What any form or call may ask for, all in one: whatever it does not know it leaves alone. */
const FIELDS = {
  ...{ kind: 'share', secret: 'x', ttl: '3600', continue: 'true', msg: 'hello', locale: 'en', ticketno: 'T-1' },
  ...{ currentp: PASSWORD, newp: NEW, newp2: NEW, confirmation: PASSWORD, tabindex: 'destroy', agree: 'on' },
};

/** The address of a route, with what its owner has for its parameters. */
export function pathOf(pattern: string, { params }: Owned): string {
  if (pattern.startsWith('/plans/:id')) return pathWith(pattern, { ...params, id: 'identity' });
  const key = pattern.includes('/secret/') ? params.secretKey : params.metadataKey;
  return pathWith(pattern, { ...params, ...(key !== undefined && { key }) });
}

/** The same route with parameters that nobody has. */
export function strangePathOf(pattern: string): string {
  return pathWith(pattern, { domain: 'nobody.example.net' });
}

function pathWith(pattern: string, params: Owned['params']): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? NOBODY).replace('*', 'favicon.svg');
}

/** What anybody can do at any address, without being let in. */
export async function knockAsStranger({ client }: Door, pattern: string, knock: Knock): Promise<void> {
  const path = strangePathOf(pattern);
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']) await knock(client, path, { method });
  await knock(client, path, { headers: { Host: 'evil.example' } });
  for (const wrong of [`${path}%zz`, `${path}/nowhere`]) await knock(client, wrong);
  await knock(client, path, { headers: { Authorization: 'Basic eDp5' } });
  await knock(under({ client }, CUSTOM_DOMAIN), path);
  for (const type of ['application/json', 'text/xml']) {
    await knock(client, path, { method: 'POST', headers: { 'Content-Type': type }, body: '{"' });
  }
  await knock(client, path, { method: 'POST', body: { secret: 'x'.repeat(1_100_000) } });
  await knock(client, path, { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site', ...FORM }, body: 'a=b' });
  await knock(client, path, { method: 'POST', headers: { Cookie: 'visit=AAAAAAAAAAAAAAAAAAAAAA' }, body: {} });
  await knock(client, path, { method: 'POST', body: {} });
}

type Door = Pick<FullSite, 'client'>;

/** What visitors, customers and programs can do who have what they ask for. */
export async function knockAsOwner(site: FullSite, route: MountedRoute, owned: Owned, knock: Knock): Promise<void> {
  const { client } = site;
  const { own, Authorization } = owned;
  const path = pathOf(route.pattern, owned);
  await knock(client, path);
  await knock(client, path, { headers: { Cookie: own.cookie } }, 'signed in');
  await knock(client, path, { headers: { Authorization } }, 'by token');
  if (!route.methods.includes('post')) return;
  const visitor = await openForm(client, '/signin');
  for (const [form, who] of [
    [visitor, 'a visitor'],
    [own, 'signed in'],
  ] as const) {
    for (const ask of posts(form, owned)) await knock(client, path, { method: 'POST', ...ask }, who);
  }
  await knock(client, path, { method: 'POST', headers: { Authorization }, body: { ...FIELDS, ttl: 3600 } }, 'by token');
}

function posts(form: Form, { address, params }: Owned): readonly Ask[] {
  const headers = { Cookie: form.cookie, 'O-Shrimp': form.shrimp };
  const fields = { ...FIELDS, u: address, p: PASSWORD, domain: `new-${params.domain}` };
  const urlencoded = (values: Record<string, string>) => ({
    headers: { ...headers, ...FORM },
    body: new URLSearchParams({ shrimp: form.shrimp, ...values }).toString(),
  });
  return [
    { headers, body: { ...fields, ttl: 3600 } },
    urlencoded({ kind: 'share', ttl: '1' }),
    multipart(form, Buffer.from('no picture')),
    urlencoded(fields),
  ];
}

/** Again and again, on a site that takes one request in a minute. */
export async function knockTooOften({ client }: Door, pattern: string, owned: Owned, knock: Knock): Promise<void> {
  const path = pathOf(pattern, owned);
  const { Authorization } = owned;
  for (let times = 0; times < 2; times += 1) {
    await knock(client, path);
    await knock(client, path, { method: 'POST', headers: FORM, body: 'a=b' });
    await knock(client, path, { headers: { Cookie: owned.own.cookie } }, 'signed in');
    await knock(client, path, { headers: { Authorization } }, 'by token');
  }
}

/** While the store does not work: a name that has to be looked up needs it, whatever is asked for. */
export async function knockOnBroken({ client }: Door, pattern: string, knock: Knock): Promise<void> {
  const path = strangePathOf(pattern);
  await knock(under({ client }, CUSTOM_DOMAIN), path);
  await knock(client, path);
  await knock(client, path, { method: 'POST', headers: FORM, body: 'a=b' });
}
