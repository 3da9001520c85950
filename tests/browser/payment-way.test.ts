import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import { after, test } from 'node:test';
import { makeCertificate } from '../support/certificate.ts';
import { listening } from '../support/listening.ts';
import { plansPaidAt } from '../support/plans.ts';
import { audit } from './audit.ts';
import { openPeopleStage, PASSWORD } from './people-stage.ts';
import { fill, find, open, pressAndGo, textOf } from './screens.ts';

/** Stands for the pages of a payment provider. */
const provider = createServer(makeCertificate(), (_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>Payment</title><h1>Pay here</h1>');
});
const payment = `https://127.0.0.1:${await listening({ after }, provider)}`;

const stage = await openPeopleStage(plansPaidAt(payment), { flags: ['--ignore-certificate-errors'] });
const { url } = stage.server;
/** Leaving for the provider is the point; anything else is not. */
const expects = new RegExp(`^another host: ${payment}/`);

for (const hasScript of [true, false]) {
  test(`${hasScript ? 'with' : 'without'} script the way goes from the prices by sign-up and sign-in to the page of the payment provider, under our own policy [PLAN-09]`, async (t) => {
    const page = await stage.visitor(t, { hasScript, expects });
    const address = `payer-${hasScript}@example.com`;
    await page.goto(`${url}/pricing`);
    await (await find(page, 'radio', 'Yearly')).click();
    await pressAndGo(page, 'Choose Identity Plus');
    // The first of that name stands in the header, and leads to no plan.
    await Promise.all([page.waitForNavigation(), page.click('main a[href^="/signup/"]')]);
    assert.match(await textOf(page, 'main'), /Your plan: Identity Plus/);
    await fill(page, '#u', address);
    await fill(page, '#p', PASSWORD);
    await page.click('[name=agree]');
    await pressAndGo(page, 'Create account');
    assert.match(await textOf(page, '[role=status]'), /You can sign in\./);
    await fill(page, '#u', address);
    await fill(page, '#p', PASSWORD);
    await pressAndGo(page, 'Sign in');
    assert.equal(page.url(), `${url}/plans/identity/year`);
    await pressAndGo(page, 'Continue to payment', 'link');
    const { origin, pathname, searchParams } = new URL(page.url());
    assert.deepEqual([origin, pathname, searchParams.get('prefilled_email')], [payment, '/year', address]);
    assert.equal(await textOf(page), 'Pay here');
  });
}

test('the page of a plan is accessible and fits before and after signing in, at three widths in both themes', async (t) => {
  const stranger = await stage.visitor(t);
  await open(stranger, `${url}/plans/identity/year`);
  assert.match(await textOf(stranger, 'main'), /Create an account or sign in first/);
  await audit(stranger);
  const member = await stage.enter(t, await stage.member(), '/plans/identity/year');
  assert.match(await textOf(member, 'main'), /Continue to payment/);
  await audit(member);
});
