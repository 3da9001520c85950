import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { openAround, withFailing } from '../../support/failing-room.ts';
import { addDomain, createDomainApp, DOMAIN_ENV, newCustomer, shrimpOf } from './branded-site.ts';

const NAME = 'xn--bcher-kva.example.com';
const typed = { name: 'Harbour Bank', before_reveal: 'Typed at length.', after_reveal: 'Bye.' };
/** As people read it, and a browser sends it. */
const AT = `/account/domains/${encodeURIComponent('bücher.example.com')}/brand`;

test('an appearance that comes too often is given back as it was typed', async (t) => {
  const site = createDomainApp(t, { HUSHLINK_LIMITS_ENABLED: 'true', HUSHLINK_LIMITS_PER_ACCOUNT_ACCOUNT: '20' });
  const customer = await newCustomer(site);
  await addDomain(site, customer, NAME);
  const fields = { ...typed, shrimp: await shrimpOf(customer) };
  const answers = [];
  for (let time = 0; time < 21; time += 1) answers.push(await customer.send(AT, fields));
  const limited = answers.find(({ status }) => status === 429);
  assert.equal(answers[0]?.status, 303);
  for (const text of Object.values(typed)) assert.ok(limited?.text.includes(text), text);
  // A path that stands for nothing is no failure of ours, either.
  assert.equal((await customer.send('/account/domains/%E0%A4%A/brand', fields)).status, 404);
});

test('an appearance that could not be kept is given back as it was typed', async (t) => {
  const cause = { now: null as Error | null };
  const site = openAround(
    t,
    withFailing('domains', ['setBrand'], () => cause.now),
    DOMAIN_ENV,
  );
  const customer = await newCustomer(site);
  await addDomain(site, customer, NAME);
  cause.now = new StoreUnavailable('away');
  const failed = await customer.send(AT, { ...typed, shrimp: await shrimpOf(customer) });
  assert.equal(failed.status, 503);
  for (const text of Object.values(typed)) assert.ok(failed.text.includes(text), text);
});

test('nobody’s words are drawn into the form of a domain that is not theirs', async (t) => {
  const cause = { now: null as Error | null };
  const site = openAround(
    t,
    withFailing('domains', ['setBrand'], () => cause.now),
    DOMAIN_ENV,
  );
  const [owner, other] = [await newCustomer(site), await newCustomer(site)];
  await addDomain(site, owner, NAME);
  cause.now = new StoreUnavailable('away');
  const failed = await other.send(AT, { ...typed, shrimp: await shrimpOf(other) });
  assert.equal(failed.status, 404);
});

test('where not even the domain can be looked up to draw its form, a page says that nothing was changed', async (t) => {
  const cause = { now: null as Error | null };
  const site = openAround(
    t,
    withFailing('domains', ['setBrand', 'find'], () => cause.now),
    DOMAIN_ENV,
  );
  const customer = await newCustomer(site);
  await addDomain(site, customer, NAME);
  const fields = { ...typed, shrimp: await shrimpOf(customer) };
  cause.now = new StoreUnavailable('away');
  const failed = await customer.send(AT, fields);
  assert.equal(failed.status, 503);
  assert.match(failed.text, /nothing was changed/);
  assert.ok(!failed.text.includes(typed.before_reveal));
});
