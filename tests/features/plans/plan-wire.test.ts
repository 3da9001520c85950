import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { globalsOn } from '../../support/page-globals.ts';
import { PLANS_ON } from '../../support/plans.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { customerOn, readAs } from '../accounts/people.ts';

const mailServer = await startSmtpServer();
after(() => mailServer.stop());

const DOMAINS = {
  HUSHLINK_SITE_HOST: 'localhost:3000',
  HUSHLINK_SITE_SCHEME: 'http',
  HUSHLINK_DOMAINS_ENABLED: 'true',
  HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true',
};
const month = 2_592_000;

/** All that a site can have: then the plan alone decides. */
const openSite = (env: Readonly<Record<string, string>>) =>
  createTestApp({ after }, { hasLightPassphrases: true, mailServer, env: { ...DOMAINS, ...env } });
const [sold, free] = [openSite(PLANS_ON), openSite({})];

const BASIC = { name: 'Basic', custom_domains: false, ttl: month, size: 50_000, api: false, email: true };
const FULL = { custom_domains: true, ttl: month, size: 50_000, api: true, email: true };
const PLANS = {
  basic: BASIC,
  identity: { ...FULL, name: 'Identity Plus' },
  dedicated: { ...FULL, name: 'Global Elite' },
};

test('a customer is told the plan in force, its name, its limits and what it allows, wherever a plan is told [API-33 ACC-02]', async () => {
  for (const [planid, options] of Object.entries(PLANS)) {
    const customer = await customerOn(sold, planid);
    const plan = { planid, options };
    assert.deepEqual((await readAs(sold, customer, '/authcheck')).body.record.plan, plan);
    assert.deepEqual((await readAs(sold, customer, '/account')).body.record.cust.plan, plan);
    const { plan: ofPage, customer: shown, plans_enabled } = globalsOn((await customer.open('/account')).text);
    assert.deepEqual([ofPage, shown.plan, plans_enabled], [plan, plan, true]);
    assert.ok(customer.html().includes(`<b>${options.name}</b>`), planid);
  }
});

test('a plan that the configuration does not have is basic [API-33]', async () => {
  for (const planid of ['basic', 'retired-in-2031', 'anonymous', '__proto__']) {
    const customer = await customerOn(sold, planid);
    const { plan } = (await readAs(sold, customer, '/authcheck')).body.record;
    assert.deepEqual(plan, { planid: 'basic', options: BASIC });
  }
});

test('without plans every customer has one plan with everything, whatever was given or paid for before [API-33]', async () => {
  for (const planid of ['basic', 'identity', 'dedicated']) {
    const customer = await customerOn(free, planid);
    const { plan } = (await readAs(free, customer, '/authcheck')).body.record;
    assert.deepEqual(plan, { planid: 'basic', options: { ...FULL, name: 'Basic' } });
    assert.equal(globalsOn((await customer.open('/account')).text).plans_enabled, false);
  }
});

test('what the site lacks no plan has: neither mail without a mail server nor domains without custom domains', async () => {
  const bare = createTestApp({ after }, { hasLightPassphrases: true, env: PLANS_ON });
  const customer = await customerOn(bare, 'identity');
  const { options } = (await readAs(bare, customer, '/authcheck')).body.record.plan;
  assert.deepEqual(options, { ...FULL, name: 'Identity Plus', email: false, custom_domains: false });
});
