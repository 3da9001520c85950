import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, PageBrand, PageContext } from '#views/page-props.ts';
import { pageBrand } from './sample-brand.ts';
import {
  burnPage,
  context,
  homePage,
  privatePage,
  recipientBurnPage,
  render,
  secretPage,
  wordsOf,
} from './sample-pages.ts';

const HOST = 'secrets.example.com';

function branded(page: Page, changes: Partial<PageBrand> = {}, more: Partial<PageContext> = {}): string {
  return render(page, { brand: { ...pageBrand, ...changes }, siteHost: HOST, siteUrl: `https://${HOST}/`, ...more });
}

const home = homePage() as Page & { name: 'home' };
const closedHome: Page = { name: 'home', props: { ...home.props, closed: 'Nothing can be shared here.' } };
const slips: readonly Page[] = [
  secretPage(),
  recipientBurnPage(),
  recipientBurnPage(true),
  { name: 'secret-gone', props: { host: HOST } },
];
const others: readonly Page[] = [home, closedHome, privatePage(), burnPage(), { name: 'not-found', props: {} }];

test('every page of a branded domain shows name and logo, and loads the colour behind the main stylesheet', () => {
  for (const page of [...slips, ...others]) {
    const html = branded(page);
    assert.match(
      html,
      /<img class="brand__logo" src="\/brand\/0123456789abcdef0123\/aa" alt=""\/><bdi>Harbour Bank<\/bdi>/,
    );
    assert.match(html, /style-AAAAAAAA\.css">\n<link rel="stylesheet" href="\/brand\/1d7a46\.css">/);
  }
});

test('a logo never takes the place of the host in words', () => {
  for (const page of slips) assert.match(branded(page), new RegExp(`<small>Hosted by</small><bdi>${HOST}</bdi>`));
});

test('a slip of a domain without a face of its own has nothing above it', () => {
  for (const page of slips) {
    assert.doesNotMatch(branded(page, { name: HOST, logo: null }), /<header class="head/);
    assert.match(branded(page, { name: HOST }), /<header class="head/);
    assert.match(branded(page, { logo: null }), /<header class="head/);
  }
});

test('what the owner says stands above the button as text, and what comes after is not shown before', () => {
  const html = branded(secretPage());
  const [before, button, hosted] = [/Call us &lt;first&gt;\.\nThank you\.<\/p>/, 'Click to continue', 'Hosted by'];
  assert.match(html, before);
  assert.ok(html.search(before) < html.indexOf(button) && html.search(before) > html.indexOf(hosted));
  assert.doesNotMatch(wordsOf(html), /Goodbye/);
});

test('what the owner says afterwards stands below the opened secret', () => {
  const html = branded(secretPage({ record: { secret_value: 'hello' }, details: { show_secret: true } }));
  assert.ok(html.indexOf('>Goodbye.</p>') > html.indexOf('id="message"'));
  assert.doesNotMatch(wordsOf(html), /Call us/);
});

test('who verifies an address reads our words alone', () => {
  assert.doesNotMatch(wordsOf(branded(secretPage({ record: { verification: true } }))), /Call us/);
});

test('nobody can sign in on a custom domain; what is not served there is linked to by the site that runs it alone [REV-16]', () => {
  for (const page of [...slips, ...others]) {
    const html = branded(page);
    const links = [...html.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, url = '']) => url);
    assert.deepEqual(
      links.filter((url) => !/^(?:\/|#main|\/(?:static|brand|secret|private)\/.+)$/.test(url)),
      ['https://hush.example.org/'],
    );
    assert.match(html, /<a href="https:\/\/hush\.example\.org\/">Powered by Hushlink<\/a>/);
    assert.doesNotMatch(wordsOf(html), /Sign in|Create account|Feedback/);
  }
});

test("the operator's announcement is for the operator's own pages", () => {
  const globals = { ...context.globals, global_banner: 'Maintenance tonight' };
  for (const page of others) assert.doesNotMatch(branded(page, {}, { globals }), /Maintenance/);
});

test('a domain on which nothing can be shared says that links open there', () => {
  const words = wordsOf(branded(closedHome));
  assert.match(words, /Links to secrets open here/);
  assert.match(words, /over secrets\.example\.com opens under its whole link/);
  assert.doesNotMatch(branded(closedHome), /<form/);
});
