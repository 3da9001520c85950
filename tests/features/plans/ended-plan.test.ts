import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiOf } from '../../support/api.ts';
import { givePlan, payPlan } from '../../support/plans.ts';
import { callAs, customerOf, readAs } from '../accounts/people.ts';
import { LIMITS, openLimits } from './limits-stage.ts';

const site = await openLimits({ after }, { hasPlans: true });
const TERM_MS = 30 * 60_000;
const keysOf = (body: { record: { secret: { key: string }; metadata: { key: string } } }) => ({
  secretKey: body.record.secret.key,
  metadataKey: body.record.metadata.key,
});

/** Somebody who has paid for `dedicated` until half an hour from now. */
async function payer() {
  const customer = await customerOf(site);
  await payPlan(site, customer.address, { planid: 'dedicated', untilMs: site.clock.now() + TERM_MS });
  return customer;
}

const planOf = async (customer: Awaited<ReturnType<typeof payer>>) =>
  (await readAs(site, customer, '/authcheck')).body.record.plan.planid;

test('what is paid for counts until its end and not a moment longer; then what the operator gave, or basic [GEN-08 ACC-02]', async () => {
  const [alone, given] = [await payer(), await payer()];
  await givePlan(site, given.address, 'identity');
  const plans = async () => [await planOf(alone), await planOf(given)];
  site.clock.advance(TERM_MS - 1);
  assert.deepEqual(await plans(), ['dedicated', 'dedicated']);
  site.clock.advance(1);
  assert.deepEqual(await plans(), ['basic', 'identity']);
  assert.match((await alone.open('/account')).text, /<b>Basic<\/b>/);
  await payPlan(site, alone.address, { planid: 'identity', untilMs: site.clock.now() + TERM_MS });
  assert.deepEqual(await plans(), ['identity', 'identity']);
  await payPlan(site, alone.address, null);
  assert.deepEqual(await plans(), ['basic', 'identity']);
});

test('what is paid for counts before what was given, and a plan that is sold no more gives nothing', async () => {
  const customer = await payer();
  await givePlan(site, customer.address, 'identity');
  await payPlan(site, customer.address, { planid: 'retired', untilMs: site.clock.now() + TERM_MS });
  assert.equal(await planOf(customer), 'identity');
});

test('from its end on nothing is made that basic does not allow, by form or API', async () => {
  const customer = await payer();
  const long = { secret: 'x'.repeat(LIMITS.dedicated.size), ttl: LIMITS.dedicated.ttl };
  assert.equal((await callAs(site, customer, '/secret/conceal', long)).status, 200);
  await customer.open('/dashboard');
  site.clock.advance(TERM_MS);
  assert.equal((await callAs(site, customer, '/secret/conceal', { ...long, ttl: 60 })).status, 413);
  assert.equal((await callAs(site, customer, '/secret/conceal', { ...long, secret: 'x' })).status, 422);
  // The form of a page that was opened before the end.
  const late = await customer.submit('/dashboard', { kind: 'share', secret: 'x', ttl: String(LIMITS.dedicated.ttl) });
  assert.equal(late.status, 422);
  assert.equal(customer.textArea(), 'x');
});

test('what was made before stays as it was: its whole length and its whole lifetime', async () => {
  const customer = await payer();
  const whole = '\u{1f511}'.repeat(LIMITS.dedicated.size);
  const shared = await callAs(site, customer, '/secret/conceal', { secret: whole, ttl: LIMITS.dedicated.ttl });
  const { secretKey, metadataKey } = keysOf(shared.body);
  site.clock.advance(LIMITS.dedicated.ttl * 1000 - 1000);
  assert.equal((await apiOf(site).get(`/private/${metadataKey}`)).body.record.state, 'new');
  assert.equal((await apiOf(site).reveal(secretKey)).body.record.secret_value, whole);
});
