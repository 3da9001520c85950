import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pressAndGo, see, textOf, wordEdges } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

test('the home page says what this is, and that the link works once [SHELL-02 SHELL-04]', async (t) => {
  const page = await stage.visitor(t);
  await page.goto(server.url);
  assert.equal(await textOf(page, 'h1'), 'Say it once.');
  await see(page, '* The link works once.');
});

test('a page has a header with the logo, a centred main part and a footer with the copyright [SHELL-11 SHELL-17 SHELL-24]', async (t) => {
  const page = await stage.visitor(t);
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(server.url);
  await pressAndGo(page, 'Hushlink, home', 'link');
  assert.ok(await page.$('header a svg'));
  const { left, right } = await page.$eval('main', (main) => {
    const box = main.getBoundingClientRect();
    return { left: box.left, right: document.documentElement.clientWidth - box.right };
  });
  assert.ok(Math.abs(left - right) <= 1, `${left} on the left, ${right} on the right`);
  assert.match(await textOf(page, 'footer'), /© \d{4} Hushlink/);
});

test('on a phone the links of the footer begin where its other lines do, however short the first word', async (t) => {
  const page = await stage.visitor(t);
  await page.setViewport({ width: 390, height: 844 });
  for (const [locale, side] of [
    ['cn', 'left'],
    ['ar', 'right'],
  ] as const) {
    await page.goto(`${server.url}/?locale=${locale}`);
    const [copyright, link] = await wordEdges(page, '.foot__in > p, .foot__links > :first-child > a', side);
    assert.equal(link, copyright, locale);
  }
});

test('an unknown path says so, whoever asks, and leads home [SHELL-06]', async (t) => {
  const page = await stage.visitor(t);
  const answer = await page.goto(`${server.url}/no/such/page`);
  assert.equal(answer?.status(), 404);
  await see(page, '404 - Page Not Found');
  await see(page, "Oops! The page you are looking for doesn't exist or has been moved.");
  await pressAndGo(page, 'Return home', 'link');
  assert.equal(page.url(), `${server.url}/`);
});

test('a host that is not served says which key to set, and leads nowhere', async (t) => {
  const page = await stage.visitor(t, { expects: /another host/ });
  const answer = await page.goto(`http://other.localhost:${server.port}/`);
  assert.equal(answer?.status(), 421);
  await see(page, 'HUSHLINK_SITE_HOST');
  assert.equal(await page.$('main a'), null);
});
