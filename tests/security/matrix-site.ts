import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripeSettingsOf } from '#src/compose/billing.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createStripePayments } from '#src/stripe/stripe-payments.ts';
import { type Ask, type Client, createClient, jsonOf } from '../durability/client.ts';
import { SOLD_ENV } from '../features/billing/stage.ts';
import { PICTURES } from '../features/domains/pictures.ts';
import { DOMAINS_ON, prove, SITE_HOST, tagOf } from '../features/domains/stage.ts';
import type { TestAppOptions } from '../support/app.ts';
import { type MountedRoute, tableOf } from '../support/express-table.ts';
import { givePlan } from '../support/plans.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { STRIPE_KEY, startStripeServer, type TestStripeServer, WEBHOOK_SECRET } from '../support/stripe-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';
import { type Form, openForm, signedIn, signUp } from './stores.ts';

export const CUSTOM_DOMAIN = 'secrets.example.com';
export const COLONEL = 'colonel@example.org';

/** Everything that a site can have is switched on, so that every route is there; over https. */
export interface FullSite extends FrontDoor {
  readonly stripe: TestStripeServer;
  readonly mailServer: TestSmtpServer;
  /** The listener for our own machines. */
  readonly internalClient: Client;
  readonly routes: readonly MountedRoute[];
  readonly internalRoutes: readonly MountedRoute[];
}

const ENV = {
  ...{ ...DOMAINS_ON, ...SOLD_ENV, HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' },
  ...{ HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '100000', HUSHLINK_FEEDBACK_CAPTCHA_MAX_NUMBER: '1000' },
  ...{ HUSHLINK_INCOMING_RECIPIENT: 'support@example.org', HUSHLINK_INCOMING_PER_HOUR: '1000' },
  ...{ HUSHLINK_FEEDBACK_UNCHECKED_PER_DAY: '1000', HUSHLINK_LEGAL_SECURITY_ADDRESS: 'security@example.org' },
  // Nobody answers there: what is looked up is not there, soon.
  ...{ HUSHLINK_DOMAINS_RESOLVERS: '127.0.0.1:9', HUSHLINK_DOMAINS_DNS_TIMEOUT: '1' },
};

export async function openFullSite(t: Cleanup, options: TestAppOptions = {}): Promise<FullSite> {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const stripe = await startStripeServer(() => Date.now());
  t.after(() => stripe.stop());
  const keys = {
    HUSHLINK_BILLING_STRIPE_KEY: STRIPE_KEY,
    HUSHLINK_BILLING_WEBHOOK_SECRET: WEBHOOK_SECRET,
    HUSHLINK_BILLING_STRIPE_ORIGIN: stripe.origin,
  };
  const settings: TestAppOptions = { ...options, mailServer, env: { ...ENV, ...keys, ...options.env } };
  const payments: TestAppOptions['payments'] = (deps) => {
    const found = stripeSettingsOf(deps);
    return found && createStripePayments({ ...found, retries: 0 });
  };
  const site = await openFrontDoor(t, { ...settings, payments }, SITE_HOST);
  const internalClient = await listenInside(t, site);
  const [routes, internalRoutes] = [site.app, site.internal].map((app) => tableOf(app).routes);
  return { ...site, stripe, mailServer, internalClient, routes: routes ?? [], internalRoutes: internalRoutes ?? [] };
}

async function listenInside(t: Cleanup, { internal }: FrontDoor): Promise<Client> {
  const server = createServer({ keepAliveTimeout: 60_000 }, internal);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createClient((server.address() as AddressInfo).port, 4, SITE_HOST);
  t.after(() => {
    client.close();
    server.close();
  });
  return client;
}

/** Somebody in charge, whose is the domain at which anybody may share. */
export async function openCustomDomain(site: FullSite): Promise<void> {
  await signUp(site.client, COLONEL);
  await site.store.accounts.setRole(COLONEL as CustId, 'colonel');
  await prove(site, CUSTOM_DOMAIN, { ownerTag: await tagOf(site, COLONEL), hasHome: true });
}

export interface Owned {
  /** Values for the parameters of a pattern. */
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
  readonly own: Form;
  /** Credentials of a program of theirs. */
  readonly Authorization: string;
}

let people = 0;

/** Somebody who has just come, with an account, a secret, a domain and its logo: every route has something to show. */
export async function newOwner(site: FullSite): Promise<Owned> {
  people += 1;
  const [address, domain] = [`matrix${people}@example.org`, `d${people}.example.net`];
  await signUp(site.client, address);
  await givePlan(site, address, 'identity');
  const own = await signedIn(site.client, address, '/dashboard');
  const { id } = await prove(site, domain, { ownerTag: await tagOf(site, address) });
  const { record } = jsonOf(await own.call('/secret/conceal', { kind: 'share', secret: 'x', ttl: 3600 }));
  const { record: token } = jsonOf(await own.call('/account/apitoken', {}));
  const keys = { secretKey: String(record.secret.key), metadataKey: String(record.metadata.key) };
  const plan = { planid: 'identity', period: 'month', planCode: 'basic', file: 'aabbcc.css' };
  const logo = await uploadLogo(site, own, domain);
  const resetKey = await mailedResetKey(site, address);
  const Authorization = `Basic ${Buffer.from(`${address}:${token.apitoken}`).toString('base64')}`;
  return { address, own, Authorization, params: { ...keys, ...plan, domain, resetKey, domainId: id, ...logo } };
}

async function uploadLogo({ client }: FullSite, own: Form, domain: string): Promise<Record<string, string>> {
  const path = `/api/v2/account/domains/${domain}/logo`;
  const answer = await client.ask(path, { method: 'POST', ...multipart(own, Buffer.from(PICTURES.rgba, 'base64')) });
  const [, , id = '', hash = ''] = String(jsonOf(answer).record.brand.logo_url).split('/');
  return { id, hash };
}

/** The file and the token, as a form sends them. */
export function multipart({ cookie, shrimp }: Form, file: Buffer): Pick<Ask, 'headers' | 'body'> {
  const part = (head: string) => `--part\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const token = Buffer.from(`${part('name="shrimp"')}${shrimp}\r\n${part('name="logo"; filename="logo.png"')}`);
  const headers = { Cookie: cookie, 'O-Shrimp': shrimp, 'Content-Type': 'multipart/form-data; boundary=part' };
  return { headers, body: Buffer.concat([token, file, Buffer.from('\r\n--part--\r\n')]) };
}

async function mailedResetKey({ client, mail, mailServer }: FullSite, address: string): Promise<string> {
  const form = await openForm(client, '/forgot');
  await form.post('/forgot', { u: address });
  await mail.postman.deliverDue();
  const [letter] = mailServer.mails.filter(({ to }) => to.includes(address));
  return /\/forgot\/([0-9a-z]{31})/.exec(String(letter?.parsed.text))?.[1] ?? '';
}
