import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { PLANS_ON } from '../../support/plans.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf, freshAddress, PASSWORD, signIn } from '../accounts/people.ts';

const server = await startSmtpServer();
after(() => server.stop());
const site = createTestApp({ after }, { hasLightPassphrases: true, env: PLANS_ON });
const plain = createTestApp({ after }, { hasLightPassphrases: true });

async function signUpAt(path: string, address = freshAddress(), at = site) {
  const visitor = visitorOf(at);
  await visitor.open(path);
  const answer = await visitor.submit(path, { u: address, p: PASSWORD, agree: 'on' });
  return { visitor, address, answer };
}

test('the sign-up page names the plan that was chosen, also after a mistake [AUTH-13]', async () => {
  const visitor = visitorOf(site);
  assert.match((await visitor.open('/signup/identity')).text, /Your plan: Identity Plus\. Once you have signed in/);
  assert.match((await visitor.submit('/signup/identity', { u: '' })).text, /Your plan: Identity Plus/);
  assert.match((await visitor.open('/signup/basic')).text, /Your plan: Basic, free of charge\./);
  for (const path of ['/signup', '/signup/house']) {
    const page = await visitor.open(path);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /Your plan/);
  }
  for (const path of ['/signup/identity', '/signup/basic']) {
    assert.doesNotMatch((await visitorOf(plain).open(path)).text, /Your plan/, 'nothing is said where nothing is sold');
  }
});

test('where a mail verifies accounts the page leads to the prices: that mail knows of no plan', async () => {
  const mailed = createTestApp({ after }, { mailServer: server, env: PLANS_ON });
  const open = async (path: string) => (await visitorOf(mailed).open(path)).text;
  const words = /Your plan: Identity Plus\. Choose it under Pricing once you have signed in\./;
  const page = await open('/signup/identity');
  assert.match(page, words);
  assert.doesNotMatch(page, /come back/);
  assert.match((await (await customerOf(site)).open('/dashboard')).text, /href="\/pricing"[^>]*>Pricing</);
  assert.match(await open('/signup/basic'), /Your plan: Basic, free of charge\./);
});

test('after signing up for a paid plan the way leads by the sign-in to its page, in the period that was chosen', async () => {
  const { visitor, address, answer } = await signUpAt('/signup/identity?frequency=annually');
  const target = '/signin?notice=signed-up&redirect=/plans/identity/year';
  assert.deepEqual([answer.status, answer.headers.location], [303, target]);
  const signedIn = await signIn(visitor, address, PASSWORD, target);
  assert.deepEqual([signedIn.status, signedIn.headers.location], [303, '/plans/identity/year']);
  assert.equal((await signUpAt('/signup/identity')).answer.headers.location, target.replace('year', 'month'));
});

test('signing up for what costs nothing, or for nothing we know, leads to the sign-in alone', async () => {
  for (const path of ['/signup', '/signup/basic', '/signup/house']) {
    assert.equal((await signUpAt(path)).answer.headers.location, '/signin?notice=signed-up', path);
  }
  const { answer } = await signUpAt('/signup/identity', freshAddress(), plain);
  assert.equal(answer.headers.location, '/signin?notice=signed-up');
});

test('an address that has an account is answered the same', async () => {
  const first = await signUpAt('/signup/identity');
  const second = await signUpAt('/signup/identity', first.address);
  assert.deepEqual(
    [second.answer.status, second.answer.headers.location, second.answer.text],
    [first.answer.status, first.answer.headers.location, first.answer.text],
  );
});

test('whoever is signed in already comes straight to the plan', async () => {
  const customer = await customerOf(site);
  const targetOf = async (path: string) => (await customer.open(path)).headers.location;
  assert.equal(await targetOf('/signup/identity'), '/plans/identity/month');
  assert.equal(await targetOf('/signup/identity?frequency=annually'), '/plans/identity/year');
  for (const path of ['/signup', '/signup/basic', '/signup/house']) assert.equal(await targetOf(path), '/dashboard');
});

test('signing up with a plan gives none: that is for the payment to do', async () => {
  const { address } = await signUpAt('/signup/identity');
  const customer = await site.store.accounts.find(address as never);
  assert.deepEqual([customer?.planid, customer?.paid], ['basic', null]);
});
