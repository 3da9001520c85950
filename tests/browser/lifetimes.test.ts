import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, open, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage({
  HUSHLINK_SECRETS_TTL_OPTIONS: '60,1800,7200,86400,259200',
  HUSHLINK_SECRETS_DEFAULT_TTL: '7200',
  HUSHLINK_PLANS_ANONYMOUS_TTL: '86400',
  HUSHLINK_PLANS_ANONYMOUS_SIZE: '12',
});
const strict = await openStage({
  HUSHLINK_SECRETS_TTL_OPTIONS: '3600',
  HUSHLINK_PLANS_ANONYMOUS_TTL: '60',
});

test('the lifetimes are those of the configuration that the plan allows, in words [CRE-18 CRE-19 CRE-22]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, stage.server.url);
  const choices = await page.$$eval('#ttl option', (options) => options.map((option) => option.textContent));
  assert.deepEqual(choices, ['1 minute', '30 minutes', '2 hours', '1 day']);
  assert.equal(await page.$eval('#ttl', (select) => (select as HTMLSelectElement).value), '7200');
});

test('a limit of the plan on the size is the limit of the form [CRE-06]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, stage.server.url);
  await page.type('#secret', 'thirteen chars');
  assert.equal(await textOf(page, '.counter'), '12 / 12');
});

test('where the plan allows none of the lifetimes, the list says so, and sharing works all the same [CRE-20]', async (t) => {
  const page = await strict.visitor(t);
  await open(page, strict.server.url);
  assert.equal(await page.$eval('#ttl', (select) => select.textContent), 'no options available');
  await page.type('#secret', 'x');
  await Promise.all([page.waitForNavigation(), (await find(page, 'button', 'Create a secret link*')).click()]);
  assert.match(await textOf(page), /Expires in 1 minute|Expires in \d+ seconds/);
});
