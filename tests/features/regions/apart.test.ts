import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/smtp-server.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { callAs, freshAddress, readAs, signIn, signUp } from '../accounts/people.ts';

interface Region {
  readonly site: TestApp;
  readonly server: TestSmtpServer;
  readonly password: string;
}

const eu = await openRegion('EU', 'a password of Europe');
const us = await openRegion('US', 'a password of America');

/** A site of its own: store, site secret and mail server. */
async function openRegion(current: string, password: string): Promise<Region> {
  const server = await startSmtpServer();
  after(() => server.stop());
  const jurisdictions = ['EU', 'US'].map((identifier) => ({
    ...{ identifier, display_name: identifier, domain: `${identifier.toLowerCase()}.hush.example.org` },
  }));
  const env = {
    HUSHLINK_REGIONS_ENABLED: 'true',
    HUSHLINK_REGIONS_CURRENT: current,
    HUSHLINK_REGIONS_JURISDICTIONS: JSON.stringify(jurisdictions),
  };
  return { site: createTestApp({ after }, { hasLightPassphrases: true, mailServer: server, env }), server, password };
}

/** The newest link of that kind in a mail of this region. */
async function linkIn({ site, server }: Region, address: string, link: RegExp): Promise<string> {
  await site.mail.postman.deliverDue();
  const mails = server.mails.filter(({ to }) => to.includes(address)).map(({ parsed }) => String(parsed.text));
  return mails.findLast((mail) => link.test(mail))?.match(link)?.[0] ?? assert.fail(`no ${link} to ${address}`);
}

const VERIFICATION = /\/secret\/[0-9a-z]{31}/;
const RESET = /\/forgot\/[0-9a-z]{31}/;

/** Signs up and reads the mail. */
async function join(region: Region, address: string): Promise<void> {
  await signUp(visitorOf(region.site), address, region.password);
  await verify(region, await linkIn(region, address, VERIFICATION));
}

async function verify({ site }: Region, link: string) {
  const visitor = visitorOf(site);
  await visitor.open(link);
  return visitor.submit(link, { continue: 'true' });
}

async function enter({ site, password }: Region, address: string): Promise<Visitor> {
  const visitor = visitorOf(site);
  assert.equal((await signIn(visitor, address, password)).status, 303);
  return visitor;
}

const statusOfSignIn = async ({ site }: Region, address: string, { password }: Region) =>
  (await signIn(visitorOf(site), address, password)).status;

test('one e-mail address has an account in each of two regions, each with its own password [REG-02]', async () => {
  const address = freshAddress();
  for (const region of [eu, us]) await join(region, address);
  for (const [here, there] of [
    [eu, us],
    [us, eu],
  ] as const) {
    assert.equal(await statusOfSignIn(here, address, here), 303);
    assert.equal(await statusOfSignIn(here, address, there), 422);
  }
});

test('an account of one region is unknown in the other, down to the words [REG-01]', async () => {
  const [known, unknown] = [freshAddress(), freshAddress()];
  await join(eu, known);
  assert.equal(await us.site.store.accounts.find(known as CustId), null);
  const refusals = [];
  for (const address of [known, unknown]) {
    const { status, text } = await signIn(visitorOf(us.site), address, eu.password);
    refusals.push([status, /id="form-error"[\s\S]*?<\/p>/.exec(text)?.[0]]);
  }
  assert.equal(refusals[0]?.[0], 422);
  assert.deepEqual(refusals[0], refusals[1]);
});

test('a session of one region is nobody in the other, even where the same address has an account [REG-01 REG-02]', async () => {
  const address = freshAddress();
  for (const region of [eu, us]) await join(region, address);
  const visitor = await enter(eu, address);
  assert.equal((await readAs(eu.site, visitor, '/authcheck')).body.record.custid, address);
  const elsewhere = await readAs(us.site, visitor, '/authcheck');
  assert.notEqual(elsewhere.body.record?.custid, address);
  assert.equal((await readAs(us.site, visitor, '/account')).status, 401);
  assert.equal((await visitorWith(us, visitor).open('/dashboard')).status, 303);
});

/** The same browser as if both sites had one name. */
function visitorWith({ site }: Region, { cookies }: Visitor): Visitor {
  const visitor = visitorOf(site);
  for (const pair of cookies().split('; '))
    visitor.setCookie(pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1));
  return visitor;
}

test('an API token of one region opens nothing in the other [REG-01]', async () => {
  const address = freshAddress();
  for (const region of [eu, us]) await join(region, address);
  const { body } = await callAs(eu.site, await enter(eu, address), '/account/apitoken', {});
  const token = String(body.record.apitoken);
  await apiOf(eu.site).get('/account').auth(address, token).expect(200);
  await apiOf(us.site).get('/account').auth(address, token).expect(401);
});

test('a secret of one region is not there in the other, for reader and sender, and cannot be burned from it [REG-01]', async () => {
  const { secretKey, metadataKey } = await apiOf(eu.site).share('kept in Europe');
  const elsewhere = apiOf(us.site);
  await elsewhere.get(`/secret/${secretKey}`).expect(404);
  await elsewhere.reveal(secretKey).expect(404);
  await elsewhere.get(`/private/${metadataKey}`).expect(404);
  await elsewhere.post(`/private/${metadataKey}/burn`, { continue: 'true' }).expect(404);
  const { body } = await apiOf(eu.site).reveal(secretKey).expect(200);
  assert.equal(body.record.secret_value, 'kept in Europe');
});

test('what a customer shared in one region is not among the recent secrets of the other [REG-01 REG-02]', async () => {
  const address = freshAddress();
  for (const region of [eu, us]) await join(region, address);
  const [here, there] = [await enter(eu, address), await enter(us, address)];
  await callAs(eu.site, here, '/secret/conceal', { secret: 'one' });
  const counts = await Promise.all([
    readAs(eu.site, here, '/private/recent'),
    readAs(us.site, there, '/private/recent'),
  ]);
  assert.deepEqual(
    counts.map(({ body }) => body.count),
    [1, 0],
  );
});

test('links that were mailed by one region do nothing in the other, and still work at home [REG-01 REG-02]', async () => {
  const address = freshAddress();
  await signUp(visitorOf(eu.site), address, eu.password);
  const verification = await linkIn(eu, address, VERIFICATION);
  await join(us, address);
  assert.equal((await visitorOf(us.site).open(verification)).status, 404);
  assert.equal((await verify(eu, verification)).status, 200);

  const asking = visitorOf(eu.site);
  await asking.open('/forgot');
  await asking.submit('/forgot', { u: address });
  const reset = await linkIn(eu, address, RESET);
  assert.equal((await visitorOf(us.site).open(reset)).headers.location, '/');
  assert.equal(await statusOfSignIn(us, address, us), 303);
  assert.equal((await visitorOf(eu.site).open(reset)).status, 200);
});

test('an account that is deleted in one region stays in the other [REG-01 REG-02]', async () => {
  const address = freshAddress();
  for (const region of [eu, us]) await join(region, address);
  await callAs(eu.site, await enter(eu, address), '/account/destroy', {
    confirmation: eu.password,
    tabindex: 'destroy',
  });
  assert.equal(await eu.site.store.accounts.find(address as CustId), null);
  assert.equal(await statusOfSignIn(eu, address, eu), 422);
  assert.equal(await statusOfSignIn(us, address, us), 303);
});

test('two regions seal under two secrets: what is copied from one store stays closed in the other [REG-01]', async () => {
  const keys = [eu, us].map(({ site }) => site.seal.siteKeyCheck);
  assert.notEqual(keys[0], keys[1]);
  const address = freshAddress();
  await join(eu, address);
  const visitor = await enter(eu, address);
  const thief = createTestApp({ after }, { store: eu.site.store, seal: us.site.seal, clock: eu.site.clock });
  assert.notEqual((await readAs(thief, visitor, '/authcheck')).body.record?.custid, address);
});
