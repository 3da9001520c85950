import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { PICTURES, type PictureName, picture } from '../features/domains/pictures.ts';
import { audit } from './audit.ts';
import { ON_DOMAIN, openBrandStage } from './brand-stage.ts';
import { fill, messageOn, open, press, pressAndGo, see, textOf } from './screens.ts';

const stage = await openBrandStage();
const owner = await stage.member();
const name = 'Harbour Bank';
const face = { name, accent: '#ffff00', before_reveal: 'Call us first.\nThen open it.', after_reveal: 'Goodbye.' };
await stage.furnish(owner, 'secrets.example.net', { ...face, home: true }, picture('rgba'));
await stage.furnish(owner, 'quiet.example.net');
const longName = `${'departmentforverylongnames'.repeat(2)}.example.net`;
await stage.furnish(owner, longName, { home: true }, picture('rgba'));
const url = stage.urlOf('secrets.example.net');

const link = async (fields = {}) => {
  const { secretKey } = await owner.share('the secret', { share_domain: 'secrets.example.net', ...fields });
  return `${url}/secret/${secretKey}`;
};

async function reveal(page: Page): Promise<void> {
  await press(page, 'Click to continue');
  await messageOn(page);
}

const gone = async () => `${url}/secret/${'0'.repeat(31)}`;
const states = [
  ['sealed', link, async () => {}],
  ['sealed with a passphrase', () => link({ passphrase: 'open sesame' }), async () => {}],
  ['read', link, reveal],
  ['gone', gone, async () => {}],
  ['asked to burn it unread', async () => `${await link()}/burn`, async () => {}],
  ['the home page', async () => `${url}/`, async () => {}],
  ['the home page of one whose name fits on no line', async () => `${stage.urlOf(longName)}/`, async () => {}],
  ['a home page on which nothing is shared', async () => `${stage.urlOf('quiet.example.net')}/`, async () => {}],
] as const;
for (const [state, find, act] of states) {
  test(`a branded domain is accessible and fits, at three widths in both themes: ${state}`, async (t) => {
    const page = await stage.visitor(t, ON_DOMAIN);
    await open(page, await find());
    await act(page);
    await audit(page);
  });
}

test("the owner's words stand before and after, with their lines, also when the page itself opens the secret", async (t) => {
  const page = await stage.visitor(t, ON_DOMAIN);
  await open(page, await link());
  assert.match(await textOf(page), /Harbour Bank[\s\S]*secrets\.example\.net[\s\S]*Call us first\.\nThen open it\./);
  await reveal(page);
  const after = await textOf(page);
  assert.match(after, /Goodbye\./);
  assert.doesNotMatch(after, /Call us/);
});

test('the same without script', async (t) => {
  const page = await stage.visitor(t, { ...ON_DOMAIN, hasScript: false });
  await page.goto(await link());
  assert.match(await textOf(page), /Call us first\.\nThen open it\./);
  await pressAndGo(page, 'Click to continue');
  assert.equal(await messageOn(page), 'the secret');
  assert.match(await textOf(page), /Goodbye\./);
});

test('somebody who never signed in shares on the home page of a domain, and the link leads there', async (t) => {
  const page = await stage.visitor(t, ON_DOMAIN);
  await open(page, url);
  await fill(page, '#secret', 'shared under a brand');
  await pressAndGo(page, 'Create a secret link*');
  const shared = await textOf(page, 'output.copy__value');
  assert.ok(shared.startsWith(`${url}/secret/`), shared);
});

test('a branded domain speaks the language that its address asks for', async (t) => {
  const page = await stage.visitor(t, ON_DOMAIN);
  await open(page, `${await link()}?locale=en`);
  assert.equal(await page.$eval('html', (html) => html.lang), 'en');
  await see(page, 'Call us first.');
});

test('every kind of picture that is taken is one that the browser shows, once its metadata are gone', async (t) => {
  const page = await stage.visitor(t, ON_DOMAIN);
  for (const [at, kind] of (Object.keys(PICTURES) as PictureName[]).entries()) {
    const host = `logo${'abcdefghijk'[at]}.example.net`;
    await stage.furnish(owner, host, { name: kind }, picture(kind));
    await page.goto(`${stage.urlOf(host)}/`);
    const size = await page.$eval('.brand__logo', async (image) => {
      await (image as HTMLImageElement).decode();
      return [(image as HTMLImageElement).naturalWidth, (image as HTMLImageElement).naturalHeight];
    });
    assert.deepEqual(size, [24, 16], kind);
  }
});
