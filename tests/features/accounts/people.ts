import type { TestApp } from '../../support/app.ts';
import { givePlan } from '../../support/plans.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';

export const PASSWORD = 'correct horse battery';

let people = 0;

/** An address nobody has used. */
export function freshAddress(): string {
  people += 1;
  return `person${people}@example.org`;
}

/** Signs up by the form. */
export async function signUp(visitor: Visitor, address: string, password = PASSWORD) {
  await visitor.open('/signup');
  return visitor.submit('/signup', { u: address, p: password, agree: 'on' });
}

/** Signs in by the form, on the page that `path` opens. */
export async function signIn(visitor: Visitor, address: string, password = PASSWORD, path = '/signin') {
  await visitor.open(path);
  return visitor.submit('/signin', { u: address, p: password });
}

/** Somebody who has just signed up and in, on a site without a mail server. */
export async function customerOf(site: TestApp, address = freshAddress()): Promise<Visitor & { address: string }> {
  const visitor = visitorOf(site);
  await signUp(visitor, address);
  const signedIn = await signIn(visitor, address);
  if (signedIn.status !== 303) throw new Error(`not signed in: ${signedIn.status}`);
  return { ...visitor, address };
}

/** The same, whom the operator has given that plan; the site has `PLANS_ON`. */
export async function customerOn(site: TestApp, planid: string): Promise<Visitor & { address: string }> {
  const customer = await customerOf(site);
  await givePlan(site, customer.address, planid);
  return customer;
}

/** The API token that a page shows, which is as long as the end of an anti-forgery token; '' for none. */
export function apiTokenOn(html: string): string {
  return /(?<=["&>;])[\w-]{43}(?=["&<])/.exec(html.replaceAll(/\w{8}\.[\w-]{43}/g, ''))?.[0] ?? '';
}

/** Calls the API as the page of this visitor does. */
export async function callAs(site: TestApp, visitor: Visitor, path: string, fields: object) {
  const { default: supertest } = await import('supertest');
  const [host, cookie] = ['localhost:3000', visitor.cookies()];
  const checked = await supertest(site.app).post('/api/v2/validate-shrimp').set('Host', host).set('Cookie', cookie);
  const call = supertest(site.app).post(`/api/v2${path}`).set('Host', host).set('Cookie', cookie);
  return call.set('O-Shrimp', String(checked.body.shrimp)).send(fields);
}

export async function readAs(site: TestApp, visitor: Visitor, path: string) {
  const { default: supertest } = await import('supertest');
  return supertest(site.app).get(`/api/v2${path}`).set('Host', 'localhost:3000').set('Cookie', visitor.cookies());
}
