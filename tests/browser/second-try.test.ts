import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { flattenPack } from '#src/i18n/packs.ts';
import { releasePacks } from '../support/packs.ts';
import type { Cleanup } from '../support/temp.ts';
import { openBrandStage } from './brand-stage.ts';
import { intercept } from './interception.ts';
import { islandsReady, press, see } from './screens.ts';

const stage = await openBrandStage();
const { url } = stage.server;
const expects = /Failed to load resource/;

interface Form {
  readonly name: string;
  reach(t: Cleanup): Promise<Page>;
  readonly selector: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly button: string;
  readonly api: RegExp;
}

const at = async (t: Cleanup, path: string) => {
  const page = await stage.visitor(t, { expects });
  await page.goto(url + path);
  return page;
};
const atAccount = async (t: Cleanup) => stage.enter(t, await stage.member(), '/account', { expects });

const forms: readonly Form[] = [
  {
    ...{ name: 'sharing', reach: (t) => at(t, '/'), selector: 'form.sheet' },
    ...{ typed: { '#secret': 'x' }, button: 'Create a secret link*', api: /\/conceal$/ },
  },
  {
    name: 'burning',
    reach: async (t) => at(t, `/private/${(await stage.share('x', { passphrase: 'open' })).metadataKey}/burn`),
    ...{ selector: 'form[action$="/burn"]', typed: { '#passphrase': 'x' }, button: 'Burn this secret', api: /\/burn$/ },
  },
  {
    ...{ name: 'a new password', reach: atAccount, selector: 'form[action="/account/password"]' },
    ...{ typed: { '#currentp': 'x', '#newp': 'y', '#newp2': 'z' }, button: 'Update password' },
    api: /\/change-password$/,
  },
];

/** Sends the form as it is sent without script, to a page that comes refused and with its islands. */
async function refuse(page: Page, selector: string): Promise<void> {
  await islandsReady(page);
  const send = page.$eval(selector, (form) => HTMLFormElement.prototype.submit.call(form));
  await Promise.all([page.waitForNavigation(), send]);
  await islandsReady(page);
  await page.waitForSelector(`${selector} [role=alert]`);
}

for (const { name, reach, selector, typed, button, api } of forms) {
  test(`${name}: what the server has refused is not said again while the next try is under way`, async (t) => {
    const page = await reach(t);
    await refuse(page, selector);
    for (const [field, text] of Object.entries(typed)) await page.type(field, text);
    const held = Promise.withResolvers<HTTPRequest>();
    await intercept(page, api, async (request) => held.resolve(request));
    await press(page, button);
    const request = await held.promise;
    await page.waitForSelector('[aria-busy=true]');
    assert.equal(await page.$(`${selector} [role=alert]`), null);
    assert.equal(await page.$(`${selector} [aria-invalid]`), null);
    assert.doesNotMatch(await page.title(), /^Error/);
    await request.abort();
    await see(page, 'An unexpected error occurred');
  });
}

test('from right to left a page that came refused says so once, and no more when it is put right [WCAG 2.4.2 3.3.1]', async (t) => {
  const hebrew = flattenPack(releasePacks.read('he'));
  const prefix = (hebrew['shell.page.refused'] ?? '').replace('{{title}}', '');
  const { secretKey } = await stage.share('x', { passphrase: 'open sesame' });
  const page = await stage.visitor(t);
  await page.setExtraHTTPHeaders({ 'accept-language': 'he' });
  await page.goto(`${url}/secret/${secretKey}`);
  const plain = await page.title();
  await page.type('#passphrase', 'wrong');
  await refuse(page, 'main form');
  const refused = await page.title();
  assert.equal(refused.split(prefix).length, 2, refused);
  assert.ok(refused.includes(plain), refused);
  await page.type('#passphrase', 'open sesame');
  await press(page, hebrew['secret.sealed.continue'] ?? '');
  await see(page, hebrew['secret.revealed.title'] ?? '');
  assert.equal(await page.title(), plain);
});
