import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import type { CustId } from '#src/features/accounts/customer.ts';
import { givePlan, PLANS_ON, payPlan } from '../../support/plans.ts';
import { visitorOf } from '../../support/visitor.ts';
import { signUp } from '../accounts/people.ts';
import { addDomain, appearanceOf, createDomainApp, newCustomer, SITE, shrimpOf } from './branded-site.ts';
import { picture } from './pictures.ts';

const DAY_MS = 86_400_000;
// Having the API is no reason to have domains.
const site = createDomainApp({ after }, { ...PLANS_ON, HUSHLINK_PLANS_BASIC_API: 'true' });
let domains = 0;

/** Somebody who has proven a domain, opened its home, and has no plan with custom domains any more. */
async function formerOwner() {
  const customer = await newCustomer(site);
  const name = `links${++domains}.example.com`;
  await givePlan(site, customer.address, 'identity');
  await addDomain(site, customer, name);
  const appearance = appearanceOf(site, customer, name);
  await appearance.save({ name: 'Harbour Bank', home: 'on' });
  const shared = await call(customer, '/secret/conceal', { secret: 'from before', share_domain: name, ttl: 86_400 });
  const { secret, metadata } = shared.body.record;
  const keys = { secretKey: String(secret.key), metadataKey: String(metadata.key) };
  await givePlan(site, customer.address, 'basic');
  return { ...customer, ...keys, name, appearance, at: `/account/domains/${name}` };
}

type Customer = Awaited<ReturnType<typeof newCustomer>>;

async function call(customer: Customer, path: string, fields: object) {
  const shrimp = await shrimpOf(customer);
  const ask = supertest(site.app).post(`/api/v2${path}`).set('Host', SITE).set('Cookie', customer.cookies());
  return ask.set('O-Shrimp', shrimp).send(fields);
}

const read = (customer: Customer, path: string) =>
  supertest(site.app).get(`/api/v2${path}`).set('Host', SITE).set('Cookie', customer.cookies());
const visit = (host: string, path = '/') => supertest(site.app).get(path).set('Host', host);
const brandOf = async (owner: Customer & { at: string }) => (await read(owner, owner.at)).body.record.brand;

test('without custom domains in the plan none is added, verified or given a face, and the reason is the plan [GEN-08]', async () => {
  const owner = await formerOwner();
  const before = await brandOf(owner);
  const refused = [
    await call(owner, '/account/domains/add', { domain: 'new.example.com' }),
    await call(owner, `${owner.at}/verify`, {}),
    await owner.appearance.call('brand', { name: 'Other', accent: '#ff0000' }),
    await owner.appearance.call('logo/remove', {}),
    await owner.appearance.callWithFile(picture('rgba')),
  ];
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.error_type], [422, 'PlanLimit']);
    assert.match(body.message, /no custom domains.*\/pricing/);
  }
  assert.equal((await read(owner, '/account/domains')).body.count, 1);
  assert.deepEqual(await brandOf(owner), before);
});

test('the same by forms: each comes back as its own page with what was typed, and nothing is changed [GEN-08]', async () => {
  const owner = await formerOwner();
  const before = await brandOf(owner);
  const shrimp = await shrimpOf(owner);
  const pages = [
    await owner.send('/account/domains/add', { shrimp, domain: 'typed.example.com' }),
    await owner.send(`${owner.at}/verify`, { shrimp }),
    await owner.send(`${owner.at}/brand`, { shrimp, name: 'Typed Bank' }),
    await owner.appearance.upload(picture('rgba')),
    await owner.appearance.removeLogo(),
  ];
  for (const { status, text } of pages) {
    assert.equal(status, 422);
    assert.match(text, /Your plan has no custom domains\./);
    assert.match(text, /<a class="back" href="\/account\/domains">/);
  }
  assert.match(pages[0]!.text, /value="typed\.example\.com"/);
  assert.match(pages[2]!.text, /value="Typed Bank"/);
  assert.equal((await read(owner, '/account/domains')).body.count, 1);
  assert.deepEqual(await brandOf(owner), before);
});

test('what a customer has from a better plan can be looked at and removed without it [GEN-08]', async () => {
  const owner = await formerOwner();
  const { body } = await read(owner, '/account/domains');
  assert.deepEqual([body.count, body.records[0].display_domain], [1, owner.name]);
  assert.equal((await read(owner, owner.at)).status, 200);
  for (const path of ['/account/domains', `${owner.at}/verify`, `${owner.at}/brand`]) {
    assert.equal((await owner.open(path)).status, 200, path);
  }
  await owner.open('/account/domains');
  assert.equal((await owner.submit(`${owner.at}/remove`)).headers.location, '/account/domains?notice=removed');
  assert.equal((await read(owner, '/account/domains')).body.count, 0);
  const other = await formerOwner();
  assert.equal((await call(other, `${other.at}/remove`, {})).status, 200);
});

test('no page offers what would be refused, and each says what it takes: also without script [GEN-08 SHELL-31]', async () => {
  const [owner, stranger] = [await formerOwner(), await newCustomer(site)];
  const hint = /with a plan that has custom domains\..*<a href="\/pricing">See the plans<\/a>/;
  const shown = async (visitor: Customer, path: string) => {
    const page = await visitor.open(path);
    assert.equal(page.status, 200, path);
    assert.doesNotMatch(page.text, /<title>Error/, path);
    const main = page.text.slice(page.text.indexOf('<main')).replaceAll('<!-- -->', '');
    assert.match(main, hint, path);
    assert.doesNotMatch(main, /href="\/account\/domains\/add"|class="tabs[^>]*>.*Custom Domains.*<\/nav>/, path);
    return main;
  };
  assert.match(await shown(owner, '/account/domains'), /nothing new can be made.*action="[^"]*\/remove"/s);
  assert.doesNotMatch(await shown(stranger, '/account/domains'), /<form[^>]*domains|nothing new can be made/);
  for (const path of ['/account/domains/add', `${owner.at}/verify`, `${owner.at}/brand`]) {
    assert.doesNotMatch(await shown(owner, path), /<form/, path);
  }
});

test('links from before are served until they expire, on their own domain, to readers and to their sender', async () => {
  const owner = await formerOwner();
  const record = (await read(owner, `/private/${owner.metadataKey}`)).body.record;
  assert.equal(record.share_url, `https://${owner.name}/secret/${owner.secretKey}`);
  assert.equal((await visit(owner.name, `/secret/${owner.secretKey}`)).status, 200);
  const reveal = supertest(site.app).post(`/api/v2/secret/${owner.secretKey}`).set('Host', owner.name);
  assert.equal((await reveal.send({ continue: true })).body.record.secret_value, 'from before');
});

test('no new link stands under the domain: neither its owner nor a visitor of its home makes one', async () => {
  const owner = await formerOwner();
  const mine = await call(owner, '/secret/conceal', { secret: 'x', share_domain: owner.name });
  assert.deepEqual([mine.status, mine.body.field], [422, 'share_domain']);
  const dashboard = (await owner.open('/dashboard')).text;
  assert.doesNotMatch(dashboard.slice(dashboard.indexOf('<main')), new RegExp(owner.name));
  const byProgram = supertest(site.app).post('/api/v2/secret/conceal').set('Host', owner.name);
  const refused = await byProgram.send({ secret: 'x' });
  assert.deepEqual([refused.status, refused.body.error_type], [422, 'PlanLimit']);
  const visitor = visitorOf(site, owner.name);
  assert.match((await visitor.open('/')).text, /Nothing can be shared on this page\./);
  assert.equal((await visitor.send('/', { kind: 'share', secret: 'x' })).status, 422);
});

test('a home is open exactly as long as what its owner has paid for', async () => {
  const owner = await formerOwner();
  const isOpen = async () => (await visit(owner.name)).text.includes('name="secret"');
  assert.equal(await isOpen(), false);
  await payPlan(site, owner.address, { planid: 'identity', untilMs: site.clock.now() + DAY_MS });
  assert.equal(await isOpen(), true);
  site.clock.advance(DAY_MS - 1);
  assert.equal(await isOpen(), true);
  site.clock.advance(1);
  assert.equal(await isOpen(), false);
});

test('a home is closed where the address of its owner has become somebody else’s account', async () => {
  const owner = await formerOwner();
  const isOpen = async () => (await visit(owner.name)).text.includes('name="secret"');
  await givePlan(site, owner.address, 'identity');
  assert.equal(await isOpen(), true);
  site.clock.advance(1);
  assert.ok(await site.store.accounts.destroy(owner.address as CustId, null));
  await signUp(visitorOf(site, SITE), owner.address);
  await givePlan(site, owner.address, 'identity');
  assert.equal(await isOpen(), false);
});

test('who owns a domain cannot be read in the store without the site secret', async () => {
  const owner = await formerOwner();
  const domain = await site.store.domains.findServed(owner.name as never);
  assert.ok(domain?.brand.homeOwner);
  for (const encoding of ['base64url', 'latin1'] as const) {
    assert.ok(!Buffer.from(domain.brand.homeOwner, 'base64url').toString(encoding).includes(owner.address));
  }
});
