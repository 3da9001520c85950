import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import supertest from 'supertest';
import { BANNER_AGE_MS, createBanner, safeBanner } from '#src/http/banner.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const pageOf = async ({ app }: TestApp, path = '/') => (await supertest(app).get(path).set('Host', 'localhost')).text;

test('of an announcement only words and links stay, of a link only href, target, rel and class [SHELL-16]', () => {
  const kept = '<a href="https://x.example/a?b=1&amp;c=2" rel="help" class="nowrap">Details</a>';
  assert.equal(safeBanner(`Sunday. ${kept}`), `Sunday. ${kept}`);
  const elsewhere = '<a href="/news" target="_blank" rel="noopener external" class="quiet">News</a>';
  assert.equal(safeBanner(elsewhere), elsewhere);
  const full = '<a id="i" style="color:red" onclick="x()" data-x="1" title="t" href="/feedback">here</a>';
  assert.equal(safeBanner(full), '<a href="/feedback">here</a>');
  const others = '<h1>Big</h1> <b>news</b><!-- c --><img src=x onerror=y> <svg onload=z></svg><br>end';
  assert.equal(safeBanner(others), 'Big news end');
  assert.equal(safeBanner('<script>alert(1)</script><style>a{}</style>words'), 'words');
  assert.equal(safeBanner('a < b & "c"'), 'a &lt; b &amp; "c"');
});

test('a link of an announcement leads to http, https or mail, or within this site [SHELL-16]', () => {
  for (const href of ['http://x.example', 'https://x.example', 'mailto:a@x.example', '/signup']) {
    assert.equal(safeBanner(`<a href="${href}">x</a>`), `<a href="${href}">x</a>`);
  }
  const refused = [
    'javascript:alert(1)',
    'JaVa&#10;script:alert(1)',
    'data:text/html,x',
    '//x.example',
    '\\\\x.example',
  ];
  for (const href of refused) assert.equal(safeBanner(`<a href="${href}">x</a>`), '<a>x</a>', href);
});

test('a link that opens another tab gives it no hold of this one', () => {
  const link = (rest: string) => safeBanner(`<a href="/x" target="_blank"${rest}>x</a>`);
  assert.equal(link(''), '<a href="/x" target="_blank" rel="noopener">x</a>');
  assert.equal(link(' rel="opener help"'), '<a href="/x" target="_blank" rel="noopener help">x</a>');
});

test('an announcement of which nothing is left is none', () => {
  for (const text of ['', '  \n', '<script>x</script>', '<img src=x>']) assert.equal(safeBanner(text), null);
});

test('the announcement of the configuration stands above the header, on every page with one [SHELL-15]', async (t) => {
  const site = createTestApp(t, { env: { HUSHLINK_SITE_BANNER: 'Sunday <b>06:00</b> <a href="/feedback">more</a>' } });
  for (const path of ['/', '/nowhere']) {
    const html = await pageOf(site, path);
    assert.match(html, /<section class="broadcast"[^>]*>Sunday 06:00 <a href="\/feedback">more<\/a><\/section><header/);
  }
});

test('one that was set while the server runs goes before it, within ten seconds, and ends the same way [SHELL-15]', async (t) => {
  const site = createTestApp(t, { env: { HUSHLINK_SITE_BANNER: 'configured' } });
  assert.match(await pageOf(site), />configured</);
  await site.store.site.setBanner('set <i>by hand</i>');
  site.clock.advance(BANNER_AGE_MS - 1);
  assert.match(await pageOf(site), />configured</);
  site.clock.advance(1);
  assert.match(await pageOf(site), />set by hand</);
  await site.store.site.setBanner(null);
  site.clock.advance(BANNER_AGE_MS);
  assert.match(await pageOf(site), />configured</);
});

test('a clock that was set back keeps no announcement longer than that', async (t) => {
  const site = createTestApp(t);
  await site.store.site.setBanner('Down on Sunday');
  assert.match(await pageOf(site), />Down on Sunday</);
  await site.store.site.setBanner(null);
  site.clock.advance(-3_600_000);
  assert.doesNotMatch(await pageOf(site), />Down on Sunday</);
});

test('however many pages are asked for, the store is read once in ten seconds', async () => {
  assert.equal(BANNER_AGE_MS, 10_000);
  let reads = 0;
  let nowMs = 0;
  const store = {
    banner: async () => {
      reads += 1;
      return 'news';
    },
  };
  const banner = createBanner({ store, configured: null, now: () => nowMs, pause: () => new Promise(() => {}) });
  const ask = () => new Promise<void>((resolve) => banner.refresh({} as never, {} as never, () => resolve()));
  await Promise.all(Array.from({ length: 50 }, ask));
  nowMs = BANNER_AGE_MS - 1;
  await ask();
  assert.deepEqual([reads, banner.html()], [1, 'news']);
  nowMs = BANNER_AGE_MS;
  await Promise.all([ask(), ask()]);
  assert.equal(reads, 2);
});

test('a store that hangs holds up no page for longer than a moment, and what it says late is shown later', async () => {
  const { promise: said, resolve: say } = Promise.withResolvers<string>();
  const pauses: [ms: number, end: () => void][] = [];
  const pause = (ms: number) => new Promise<void>((end) => void pauses.push([ms, end]));
  const banner = createBanner({ store: { banner: () => said }, configured: 'known', now: () => 0, pause });
  const ask = () => new Promise<void>((resolve) => banner.refresh({} as never, {} as never, () => resolve()));
  const first = ask();
  assert.equal(pauses.length, 1);
  const [[ms, end]] = pauses as [(typeof pauses)[number]];
  assert.ok(ms <= 500);
  end();
  await first;
  await ask();
  assert.deepEqual([pauses.length, banner.html()], [1, 'known'], 'nobody else waits either, nor asks the store');
  say('news');
  await said;
  await setImmediate();
  assert.equal(banner.html(), 'news');
});

test('a store that is away takes no page with it, and the last announcement stays', async (t) => {
  const site = createTestApp(t);
  await site.store.site.setBanner('last words');
  assert.match(await pageOf(site), />last words</);
  await site.store.close();
  site.clock.advance(BANNER_AGE_MS);
  assert.match(await pageOf(site), />last words</);
});
