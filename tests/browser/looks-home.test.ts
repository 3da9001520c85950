import { test } from 'node:test';
import { audit } from './audit.ts';
import { fill, open, press, see } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

test('the home page is accessible and fits, at three widths in both themes: empty [SET-05]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await audit(page);
});

test('the home page is accessible and fits, at three widths in both themes: full, with its sections open', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await fill(page, '#secret', `${'unbroken'.repeat(700)}\n`);
  for (const summary of await page.$$('summary')) await summary.click();
  await page.waitForSelector('details[open] ~ details[open]');
  await audit(page);
});

test('the home page is accessible and fits, at three widths in both themes: refused', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await fill(page, '#secret', 'x');
  await page.$eval('#ttl option:checked', (option) => {
    (option as HTMLOptionElement).value = '1';
  });
  await press(page, 'Create a secret link*');
  await see(page, 'The lifetime must be a whole number');
  await audit(page);
});

test('the home page is accessible and fits, at three widths in both themes: sent empty, without a script', async (t) => {
  const page = await stage.visitor(t);
  await page.goto(server.url);
  await Promise.all([page.waitForNavigation(), page.$eval('form', (form) => form.submit())]);
  await see(page, 'You did not provide anything to share');
  await audit(page);
});

test('pages that are not there, and hosts that are not served, are accessible and fit, at three widths in both themes', async (t) => {
  const page = await stage.visitor(t, { expects: /another host/ });
  await page.goto(`${server.url}/nowhere`);
  await audit(page);
  await page.goto(`http://other.localhost:${server.port}/`);
  await audit(page);
});

test('a page that cannot be answered is accessible and fits, at three widths in both themes', async (t) => {
  const page = await stage.visitor(t);
  await page.goto(`${server.url}/secret/%zz`);
  await audit(page);
});
