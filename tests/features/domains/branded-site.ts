import supertest from 'supertest';
import type { Domain } from '#src/features/domains/domain.ts';
import { PROOF_GRACE_MS } from '#src/features/domains/domain.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import type { Cleanup } from '../../support/temp.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { freshAddress, signIn, signUp } from '../accounts/people.ts';

export const SITE = 'hush.example.org';

export const DOMAIN_ENV = {
  ...{ HUSHLINK_SITE_HOST: SITE, HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' },
  ...{ HUSHLINK_DOMAINS_ENABLED: 'true', HUSHLINK_DOMAINS_CLUSTER_HOST: 'cluster.example.org' },
};

export function createDomainApp(t: Cleanup, more: Readonly<Record<string, string>> = {}): TestApp {
  return createTestApp(t, { env: { ...DOMAIN_ENV, ...more }, hasLightPassphrases: true });
}

export async function newCustomer(site: TestApp): Promise<Visitor & { address: string }> {
  const visitor = visitorOf(site, SITE);
  const address = freshAddress();
  await signUp(visitor, address);
  await signIn(visitor, address);
  return { ...visitor, address };
}

/** Adds a domain by the form; proven unless it is said otherwise. */
export async function addDomain(site: TestApp, visitor: Visitor, name: string, isProven = true): Promise<Domain> {
  await visitor.send('/account/domains/add', { domain: name, shrimp: await shrimpOf(visitor) });
  const { domains } = site.store;
  const domain = (await domains.due(1000, Number.MAX_SAFE_INTEGER)).find((one) => one.name === name);
  if (!domain) throw new Error(`${name} was not added`);
  if (isProven) await domains.noteProof(domain.id, 'present', { graceMs: PROOF_GRACE_MS, nowMs: site.clock.now() });
  return domain;
}

/** Of any page of a customer. */
export async function shrimpOf(visitor: Visitor): Promise<string> {
  await visitor.open('/account');
  return /name="shrimp" value="([^"]+)"/.exec(visitor.html())?.[1] ?? '';
}

/** What the forms of the appearance send, with the page of the domain open. */
export function appearanceOf(site: TestApp, visitor: Visitor, name: string) {
  const at = `/account/domains/${name}`;
  const shrimp = () => shrimpOf(visitor);
  const post = (path: string) => supertest(site.app).post(path).set('Host', SITE).set('Cookie', visitor.cookies());
  return {
    open: (query = '') => visitor.open(`${at}/brand${query}`),
    save: async (fields: Readonly<Record<string, string>>) => {
      await visitor.open(`${at}/brand`);
      return visitor.submit(`${at}/brand`, fields);
    },
    removeLogo: async () =>
      post(`${at}/logo/remove`)
        .type('form')
        .send({ shrimp: await shrimp() }),
    upload: async (bytes: Uint8Array, filename = 'logo.png') =>
      post(`${at}/logo`)
        .field('shrimp', await shrimp())
        .attach('logo', Buffer.from(bytes), filename),
    /** By the API of the same name. */
    call: async (path: string, fields: object) => {
      const sent = post(`/api/v2${at}/${path}`).set('O-Shrimp', await shrimp());
      return sent.send(fields);
    },
    callWithFile: async (bytes: Uint8Array, filename = 'logo.png') =>
      post(`/api/v2${at}/logo`)
        .set('O-Shrimp', await shrimp())
        .attach('logo', Buffer.from(bytes), filename),
  };
}

export function get(site: TestApp, host: string, path: string) {
  return supertest(site.app).get(path).set('Host', host).buffer(true).parse(asBytes);
}

/** Whatever it claims to be. */
function asBytes(response: supertest.Response, done: (error: Error | null, body: Buffer) => void): void {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(Buffer.from(part)));
  response.on('end', () => done(null, Buffer.concat(parts)));
}
