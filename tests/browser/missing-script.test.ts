import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { interceptWhere } from './interception.ts';
import { becomeMember, member } from './members.ts';
import { fill, find, islandsReady, messageOn, pressAndGo, pressTwice, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;
const manifest = JSON.parse(readFileSync(new URL('../../static/build/manifest.json', import.meta.url), 'utf8'));
const expects = /Failed to load resource: net::ERR_FAILED|An island did not load|Failed to fetch dynamically imported/;

/** These scripts never arrive, until the function that is returned is called. */
async function lose(page: Page, urls: readonly string[]): Promise<() => void> {
  let lost = urls;
  // Pages from before may have brought them.
  await page.setCacheEnabled(false);
  await interceptWhere(
    page,
    (request) => lost.includes(new URL(request.url()).pathname),
    (request) => request.abort(),
  );
  return () => {
    lost = [];
  };
}

const scripts = [
  ['the script that starts everything', () => [manifest.mountScript]],
  ['the scripts of the islands', () => Object.values<string[]>(manifest.islandScripts).flat()],
  ['the words of the islands', () => [...Object.values(manifest.packs), ...Object.values(manifest.islandPacks)].flat()],
] as const;
for (const [what, urls] of scripts) {
  test(`without ${what} a secret is still written and read, by forms`, async (t) => {
    const page = await stage.visitor(t, { expects });
    await lose(page, urls());
    await page.goto(server.url);
    await page.type('#secret', 'by forms alone');
    await pressAndGo(page, 'Create a secret link*');
    await page.goto(await textOf(page, 'output.copy__value'));
    await pressAndGo(page, 'Click to continue');
    assert.equal(await messageOn(page), 'by forms alone');
  });
}

for (const [what, urls] of scripts) {
  test(`without ${what} an account can be deleted, by its form alone`, async (t) => {
    const page = await stage.visitor(t, { expects });
    await becomeMember(page, server.url);
    await lose(page, urls());
    await page.goto(`${server.url}/account`);
    await page.waitForSelector('[data-island][data-lost]');
    assert.equal(await page.$eval('button.needs-script', (button) => button.checkVisibility()), false);
    await page.click('details.without-script summary');
    await page.type('#destroy', member.password);
    await Promise.all([page.waitForNavigation(), page.click('details.without-script [type=submit]')]);
    await see(page, 'Account deleted successfully.');
  });
}

test('who presses twice before the scripts have come reads that the password was changed, and the account deleted', async (t) => {
  const page = await stage.visitor(t, { expects });
  await becomeMember(page, server.url);
  await lose(page, [manifest.mountScript]);
  await page.goto(`${server.url}/account`);
  await fill(page, '#currentp', member.password);
  for (const field of ['#newp', '#newp2']) await fill(page, field, 'winter coat 1987');
  await Promise.all([page.waitForNavigation(), pressTwice(page, '[action="/account/password"] [type=submit]')]);
  await see(page, 'Password updated successfully.');
  await page.click('details.without-script summary');
  await page.type('#destroy', 'winter coat 1987');
  await Promise.all([page.waitForNavigation(), pressTwice(page, 'details.without-script [type=submit]')]);
  await see(page, 'Account deleted successfully.');
});

test('a form that its script did not reach states no lifetime that was not chosen', async (t) => {
  const page = await stage.visitor(t, { expects });
  await lose(page, [manifest.mountScript]);
  await page.goto(server.url);
  await page.waitForSelector('[data-lost] #ttl');
  assert.equal(await page.$eval('.disc:has(#ttl) .disc__sum', (words) => words.checkVisibility()), false);
});

test('where nothing works without its script, the page says that a part is missing [ERR-10]', async (t) => {
  const { metadataKey } = await stage.share('x');
  const page = await stage.visitor(t, { expects });
  await lose(page, manifest.islandScripts['copy-link']);
  await page.goto(`${server.url}/private/${metadataKey}`);
  await see(page, "Couldn't resolve component");
});

test('a message that a form has opened stays on the page when the script takes over', async (t) => {
  const { secretKey } = await stage.share('\nkept\n');
  const page = await stage.visitor(t, { expects });
  const letThrough = await lose(page, [manifest.mountScript]);
  await page.goto(`${server.url}/secret/${secretKey}`);
  letThrough();
  await pressAndGo(page, 'Click to continue');
  await islandsReady(page);
  assert.equal(await messageOn(page), '\nkept\n');
  assert.ok(await find(page, 'button', 'Copy'));
});
