import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { globalsOn } from '../../support/page-globals.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf } from '../accounts/people.ts';

const mailServer = await startSmtpServer();
after(() => mailServer.stop());

const env = {
  HUSHLINK_SITE_HOST: 'localhost:3000',
  HUSHLINK_SITE_SCHEME: 'http',
  HUSHLINK_SITE_SUPPORT_HOST: 'support.example.org',
  HUSHLINK_SITE_BANNER: 'Back at <b>06:00</b>.',
  HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true',
  HUSHLINK_DOMAINS_ENABLED: 'true',
  HUSHLINK_INCOMING_RECIPIENT: 'support@example.org',
};
const site = createTestApp({ after }, { hasLightPassphrases: true, mailServer, env });

test('the server writes into the page who is asking, what they may, and how much is theirs [API-34]', async () => {
  const customer = await customerOf(site);
  await callAs(site, customer, '/secret/conceal', { secret: 'x' });
  await callAs(site, customer, '/account/domains/add', { domain: 'secrets.example.com' });
  const globals = globalsOn((await customer.open('/dashboard')).text);
  assert.equal(globals.authenticated, true);
  assert.deepEqual(globals.authentication, { enabled: true, signup: true, signin: true });
  assert.deepEqual([globals.customer.custid, globals.customer.secrets_created], [customer.address, 1]);
  assert.deepEqual([globals.plan, globals.plan.planid], [globals.customer.plan, 'basic']);
  assert.deepEqual([globals.metadata_record_count, globals.custom_domains_record_count], [1, 1]);
});

test('where signing up is switched off the page says so [API-34]', async (t) => {
  const { store, seal, clock } = site;
  const closedEnv = { ...env, HUSHLINK_AUTHENTICATION_SIGNUP: 'false' };
  const closed = createTestApp(t, { store, seal, clock, mailServer, hasLightPassphrases: true, env: closedEnv });
  const customer = await customerOf(site);
  const { text } = await visitorOf(closed).open('/dashboard', { Cookie: customer.cookies() });
  assert.deepEqual(globalsOn(text).authentication, { enabled: true, signup: false, signin: true });
});

test('the server writes into the page what is so on this site [API-35 API-36]', async () => {
  const { version } = site.composed;
  const globals = globalsOn((await (await customerOf(site)).open('/dashboard')).text);
  const { domains_enabled, custom_domains, site_host, incoming_recipient, plans_enabled, support_host } = globals;
  assert.deepEqual([domains_enabled, custom_domains, plans_enabled], [true, [], false]);
  assert.deepEqual(
    [site_host, incoming_recipient, support_host],
    ['localhost:3000', 'support@example.org', 'support.example.org'],
  );
  assert.deepEqual([globals.global_banner, globals.version], ['Back at 06:00.', version]);
  assert.deepEqual([globals.regions_enabled, globals.jurisdictions], [false, []]);
});

test('what was typed into a form that is refused is in the page globals, and the form begins with it [API-35 CRE-30]', async () => {
  const secret = 'two\n<lines> & "more"';
  for (const [visitor, path] of [
    [visitorOf(site), '/'],
    [await customerOf(site), '/dashboard'],
  ] as const) {
    const { text: fresh } = await visitor.open(path);
    assert.equal(globalsOn(fresh).form_fields ?? null, null, path);
    const refused = await visitor.submit(path, { secret, kind: 'share', ttl: '1' });
    assert.equal(refused.status, 422, path);
    assert.deepEqual(globalsOn(refused.text).form_fields, { secret }, path);
    assert.equal(visitor.textArea(), secret, path);
  }
});

test('each switch of a site is told under its own name', async (t) => {
  const told = async (switches: Readonly<Record<string, string>>) => {
    const own = createTestApp(t, { hasLightPassphrases: true, env: switches });
    const globals = globalsOn((await (await customerOf(own)).open('/dashboard')).text);
    return [globals.api_enabled, globals.plans_enabled, globals.feedback_enabled, globals.domains_enabled];
  };
  assert.deepEqual(await told({}), [true, false, true, false]);
  assert.deepEqual(await told({ HUSHLINK_API_ENABLED: 'false' }), [false, false, true, false]);
  assert.deepEqual(await told({ HUSHLINK_PLANS_ENABLED: 'true' }), [true, true, true, false]);
  assert.deepEqual(await told({ HUSHLINK_FEEDBACK_ENABLED: 'false' }), [true, false, false, false]);
});
