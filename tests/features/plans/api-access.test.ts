import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { givePlan, PLANS_ON, payPlan } from '../../support/plans.ts';
import { callAs, customerOf, customerOn, readAs } from '../accounts/people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true, env: PLANS_ON });
const api = apiOf(site);
const DAY_MS = 86_400_000;

/** A customer on that plan with a token, which only a plan with API access gives out. */
async function programOn(planid: string) {
  const customer = await customerOn(site, 'identity');
  const { body } = await callAs(site, customer, '/account/apitoken', {});
  await givePlan(site, customer.address, planid);
  return { ...customer, token: String(body.record.apitoken) };
}

type Program = Awaited<ReturnType<typeof programOn>>;

/** Everything a program may ask for, and what it sends. */
const CALLS = [
  ['get', '/status'],
  ['get', '/authcheck'],
  ['get', '/account'],
  ['get', '/private/recent'],
  ['get', `/secret/${'0'.repeat(31)}`],
  ['post', '/secret/conceal', { secret: 'x' }],
  ['post', '/secret/conceal', { secret: { secret: 'x', ttl: 300 } }],
  ['post', '/secret/generate', {}],
  ['post', '/account/apitoken', {}],
  ['post', '/account/update-locale', { locale: 'en' }],
  ['get', '/nothing-of-that-name'],
] as const;

const ask = (
  { address }: Pick<Program, 'address'>,
  token: string,
  [method, path, fields = {}]: (typeof CALLS)[number],
) => (method === 'get' ? api.get(path) : api.post(path, fields)).auth(address, token);

test('a token works while the plan has API access, and no longer [GEN-08]', async () => {
  const program = await programOn('identity');
  const create = ['post', '/secret/conceal', { secret: 'x' }] as const;
  assert.equal((await ask(program, program.token, create)).body.custid, program.address);
  await givePlan(site, program.address, 'basic');
  assert.equal((await ask(program, program.token, create)).status, 422);
  await payPlan(site, program.address, { planid: 'dedicated', untilMs: site.clock.now() + DAY_MS });
  assert.equal((await ask(program, program.token, create)).status, 200);
  site.clock.advance(DAY_MS);
  assert.equal((await ask(program, program.token, create)).status, 422);
});

test('without it every call is 422 PlanLimit and says what to do, never 401 or 403, and nothing is done [GEN-08]', async () => {
  const program = await programOn('basic');
  for (const call of CALLS) {
    const { status, body } = await ask(program, program.token, call);
    assert.deepEqual([status, body.error_type, body.success], [422, 'PlanLimit', false], call[1]);
    assert.match(body.message, /no API access.*\/pricing/, call[1]);
  }
  assert.equal((await readAs(site, program, '/authcheck')).body.record.secrets_created, 0);
});

test('a wrong token is 401 whatever the plan: nobody learns of somebody else’s plan by guessing', async () => {
  const tell = async ({ address }: Pick<Program, 'address'>) => {
    const answers = await Promise.all(CALLS.map((call) => ask({ address }, 'x'.repeat(43), call)));
    return answers.map(({ status, body }) => [status, body.error_type, body.message]);
  };
  const [poor, rich] = [await programOn('basic'), await programOn('identity')];
  const expected = CALLS.map(() => [401, 'NotAuthorized', 'Not authorized']);
  for (const one of [poor, rich, { address: 'nobody@example.org' }]) assert.deepEqual(await tell(one), expected);
});

test('the pages of somebody without API access go on: they are the same API with a session', async () => {
  const customer = await customerOn(site, 'basic');
  assert.equal((await readAs(site, customer, '/authcheck')).body.record.custid, customer.address);
  assert.equal((await readAs(site, customer, '/account')).status, 200);
  assert.equal((await callAs(site, customer, '/secret/conceal', { secret: 'x' })).status, 200);
  assert.equal((await callAs(site, customer, '/secret/generate', {})).status, 200);
});

test('no token is made without API access, by page or by API; the one from before is kept [GEN-08]', async () => {
  const program = await programOn('basic');
  const refused = await callAs(site, program, '/account/apitoken', {});
  assert.deepEqual([refused.status, refused.body.error_type], [422, 'PlanLimit']);
  await program.open('/account');
  await assert.rejects(program.submit('/account/apitoken'), /no form/);
  const shrimp = /name="shrimp" value="([^"]+)"/.exec(program.html())?.[1] ?? '';
  const page = await program.send('/account/apitoken', { shrimp });
  assert.equal(page.status, 422);
  assert.match(page.text, /<h1[^>]*>Your Account<\/h1>/);
  await givePlan(site, program.address, 'identity');
  assert.equal((await ask(program, program.token, CALLS[1])).status, 200);
});

test('in place of the key the account page says what it takes, with a link to the plans [GEN-08 ACC-05]', async () => {
  const [fresh, former] = [await customerOn(site, 'basic'), await programOn('basic')];
  const section = async (visitor: typeof fresh) =>
    /<section[^>]*aria-labelledby="api-key">.*?<\/section>/s
      .exec((await visitor.open('/account')).text)?.[0]
      .replaceAll('<!-- -->', '') ?? '';
  assert.match(
    await section(fresh),
    /with a plan that has API access\.<\/span> <a href="\/pricing">See the plans<\/a>/,
  );
  assert.doesNotMatch(await section(fresh), /<form|<button|Your key/);
  assert.match(await section(former), /Your key is kept, and works again with such a plan\./);
  assert.match(await section(await customerOn(site, 'identity')), /<form[^>]*action="\/account\/apitoken"/);
});

test('where programs are refused no token is made, with plans or without, and nobody is sent to the plans for one [GEN-08 ACC-05]', async () => {
  for (const plans of [PLANS_ON, {}]) {
    const env = { ...plans, HUSHLINK_API_ENABLED: 'false' };
    const closed = createTestApp({ after }, { hasLightPassphrases: true, env });
    for (const planid of ['basic', 'identity']) {
      const customer = await customerOn(closed, planid);
      const refused = await callAs(closed, customer, '/account/apitoken', {});
      assert.deepEqual([refused.status, refused.body.error_type], [422, 'PlanLimit']);
      assert.equal(refused.body.message, 'The API is switched off on this site.');
      const page = await customer.send('/account/apitoken', { shrimp: refused.body.shrimp });
      assert.equal(page.status, 422);
      const section = /<section[^>]*aria-labelledby="api-key">.*?<\/section>/s.exec(page.text)?.[0] ?? '';
      assert.match(section, /The API is switched off on this site\./);
      assert.doesNotMatch(section, /<form|<button|pricing/);
    }
  }
});

test('where programs are refused a token opens nothing, from whatever page it says it comes', async () => {
  const program = await programOn('identity');
  const { clock, seal, store } = site;
  const env = { ...PLANS_ON, HUSHLINK_API_ENABLED: 'false' };
  const closed = apiOf(createTestApp({ after }, { clock, seal, store, env }));
  for (const at of ['none', 'same-origin']) {
    const call = closed.get('/account').auth(program.address, program.token).set('Sec-Fetch-Site', at);
    const { status, body } = await call;
    assert.deepEqual([status, body.message], [422, 'The API is switched off on this site.'], at);
  }
});

test('without plans everybody with an account has the API [GEN-08]', async () => {
  const free = createTestApp({ after }, { hasLightPassphrases: true });
  const customer = await customerOf(free);
  const { apitoken } = (await callAs(free, customer, '/account/apitoken', {})).body.record;
  await apiOf(free).post('/secret/conceal', { secret: 'x' }).auth(customer.address, apitoken).expect(200);
});
