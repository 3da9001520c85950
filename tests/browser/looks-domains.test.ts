import { test } from 'node:test';
import { audit } from './audit.ts';
import { openDomainStage } from './domain-stage.ts';
import { fill, open, press } from './screens.ts';

const stage = await openDomainStage();
const { url } = stage.server;
const member = await stage.member();

test('no domains, and the form for one, are accessible and fit, at three widths in both themes', async (t) => {
  const page = await stage.enter(t, member, '/account/domains');
  await audit(page);
  await open(page, `${url}/account/domains/add`);
  await audit(page);
  await fill(page, '#domain', 'localhost');
  await press(page, 'Continue');
  await page.waitForSelector('#domain[aria-invalid]');
  await audit(page);
});

test('the steps of a subdomain and of an apex are accessible and fit, with a very long name too', async (t) => {
  const page = await stage.enter(t, member, '/account/domains');
  const long = `${'a-very-long-label-of-a-name'.repeat(2)}.${'and-another-one-below-it'.repeat(2)}`;
  // A line can break at a hyphen, but not at a dot.
  const unbroken = `${'averylonglabelofaname'.repeat(3)}.${'andanotheronebelowit'.repeat(3)}.example.net`;
  for (const name of ['vault.example.net', 'example.org', `${long}.example.net`, unbroken]) {
    await stage.add(page, name);
    await audit(page);
  }
  await open(page, `${url}/account/domains/${unbroken}/brand`);
  await audit(page);
});

test('the status, the list and what opens on it are accessible and fit', async (t) => {
  const page = await stage.enter(t, member, '/account/domains');
  await stage.addWorking(page, 'secrets.example.net');
  await audit(page);
  stage.records.push({ name: 'wrong.example.net', type: 'A', data: '198.51.100.7' });
  await stage.add(page, 'wrong.example.net');
  stage.letHalfAMinutePass();
  await open(page, page.url());
  await press(page, 'Verify');
  await page.waitForSelector('#domain-status');
  await open(page, `${url}/account/domains`);
  await audit(page);
  await page.click('.menu > summary');
  await audit(page);
  await press(page, 'Remove');
  await page.waitForSelector('dialog[open] form');
  await audit(page);
});

test('the choice of a domain is accessible and fits', async (t) => {
  const page = await stage.enter(t, member, '/dashboard');
  await stage.addWorking(page, 'choice.example.net');
  await open(page, `${url}/dashboard`);
  await page.click('.disc summary');
  await page.waitForFunction(() => document.querySelector('#share_domain')?.checkVisibility());
  await audit(page);
});
