import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { PLANS_ON, plansPaidAt } from '../../support/plans.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf } from '../accounts/people.ts';

const site = createTestApp(
  { after },
  { hasLightPassphrases: true, env: { ...PLANS_ON, HUSHLINK_LEGAL_CONTACT_ADDRESS: 'office@example.org' } },
);

const selling = createTestApp({ after }, { hasLightPassphrases: true, env: plansPaidAt('https://pay.example.org') });

test('the page of a plan says what it costs and gives, and leads to the other period and to all plans [PLAN-06 PLAN-10]', async () => {
  const html = (await visitorOf(site).open('/plans/identity/month')).text;
  assert.match(html, /<h1>Identity Plus/);
  assert.match(html, /<b>\$35<\/b><span>\/month<\/span>/);
  assert.doesNotMatch(html, /<b>\$365<\/b>/);
  assert.match(html, /href="\/plans\/identity\/year">Pay \$365 yearly instead/);
  assert.match(html, /Full API access/);
  const yearly = (await visitorOf(site).open('/plans/identity/year')).text;
  assert.match(yearly, /<b>\$365<\/b><span>\/year<\/span>/);
  assert.match(yearly, /href="\/plans\/identity\/month">Pay \$35 monthly instead/);
  assert.match(yearly, /href="\/pricing\?frequency=annually"/);
});

test('somebody who has not signed in is led to do so, and back with the period', async () => {
  const html = (await visitorOf(selling).open('/plans/identity/year')).text;
  assert.match(html, /href="\/signup\/identity\?frequency=annually">Create account/);
  assert.match(html, /href="\/signin\?redirect=%2Fplans%2Fidentity%2Fyear">Sign in/);
  const monthly = (await visitorOf(selling).open('/plans/identity/month')).text;
  assert.match(monthly, /href="\/signup\/identity">Create account/);
});

test('a plan that is still to come is not offered for payment to anybody [PLAN-07]', async () => {
  for (const visitor of [visitorOf(site), await customerOf(site)]) {
    const html = (await visitor.open('/plans/dedicated/month')).text;
    assert.match(html, /It is coming this fall\./);
    assert.doesNotMatch(html, /payment|Create account<\/a>\s*<a class="btn btn--lg/i);
  }
});

test('where nothing can be paid, customers read so and whom to write to', async () => {
  const customer = await customerOf(site);
  const html = (await customer.open('/plans/identity/month')).text;
  assert.match(html, /Nothing can be paid on this site\./);
  assert.match(html, /office at example dot org|data-email=/);
  assert.doesNotMatch(html, /Continue to payment/);
});

test('whom to write to is said on a site without legal pages, too', async (t) => {
  const env = { ...PLANS_ON, HUSHLINK_LEGAL_ENABLED: 'false', HUSHLINK_LEGAL_CONTACT_ADDRESS: 'office@example.org' };
  const html = (await visitorOf(createTestApp(t, { env })).open('/plans/identity/month')).text;
  assert.match(html, /office \[at\] example \[dot\] org/);
});

test('somebody signed in is led to the payment by a plain link', async () => {
  const customer = await customerOf(selling);
  const html = (await customer.open('/plans/identity/year')).text;
  assert.match(html, /<a class="[^"]*" href="\/plans\/identity\/year\/payment">Continue to payment/);
  assert.doesNotMatch(html.slice(html.indexOf('<main'), html.indexOf('</main')), /<form|Create account/);
});

test('a plan’s link alone leads to a period [PLAN-08]', async () => {
  for (const [path, target] of [
    ['/plans/identity', '/plans/identity/month'],
    ['/plans/identity?frequency=annually', '/plans/identity/year'],
  ] as const) {
    const answer = await visitorOf(site).open(path);
    assert.deepEqual([answer.status, answer.headers.location], [303, target]);
  }
});

test('an unknown plan or period leads nowhere, and nothing is posted there', async () => {
  const paths = [
    '/plans/house/month',
    '/plans/identity/week',
    '/plans/identity/monthly',
    '/plans/house',
    '/plans/Identity/month',
  ];
  for (const path of paths) assert.equal((await visitorOf(site).open(path)).status, 404, path);
  assert.equal((await visitorOf(site).send('/plans/identity/month', {})).status, 405);
});
