import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { faintParts } from '../screens/contrast.ts';
import { screenNamed, visit } from '../screens/every-screen.ts';
import { enlarge, lostWords } from '../screens/spacing.ts';
import { goRound } from '../screens/stops.ts';
import { openWorld } from '../screens/world.ts';
import { type Colours, lendColours } from './colours.ts';

const world = await openWorld();

/** One of each kind: forms, slips, tables, cards, menus, dialogs, long texts. */
const NAMES = [
  ...[
    'home: with its sections open',
    'private page: just made',
    'burn: asked',
    'secret: with a passphrase',
    'secret: read',
  ],
  ...['sign up', 'settings: dialog', 'account', 'account: deletion asked', 'recent secrets', 'colonel #customers'],
  ...['domains: menu open', 'domain: steps', 'domain: appearance', 'pricing', 'feedback', 'support', 'terms'],
  ...['translations', 'API reference', 'region menu open'],
];
const screens = NAMES.map(screenNamed);

/**
 * What a system asks for that pages cannot be asked for otherwise. Nothing moves then: a colour that is on its way to
 * another would be judged at half of it.
 */
async function prefer(page: Page, name: string, value: string): Promise<void> {
  const features = [
    { name: 'prefers-reduced-motion', value: 'reduce' },
    { name, value },
  ];
  const session = await page.createCDPSession();
  await session.send('Emulation.setEmulatedMedia', { features });
  const queries = features.map((feature) => `(${feature.name}: ${feature.value})`);
  await page.waitForFunction((all) => all.every((query) => matchMedia(query).matches), {}, queries);
}

for (const screen of screens) {
  test(`${screen.name}: nothing moves for those who have asked for that [WCAG 2.2.2 2.3.1]`, async (t) => {
    const page = await visit(t, world, screen);
    await prefer(page, 'prefers-reduced-motion', 'reduce');
    const moving = await page.evaluate(() => {
      const styled = [...document.querySelectorAll('*')].flatMap((one) =>
        ['', '::before', '::after'].map((part) => getComputedStyle(one, part)),
      );
      return styled.filter(({ animationName, transitionDuration }) => {
        return animationName !== 'none' || transitionDuration.split(', ').some((time) => time !== '0s');
      }).length;
    });
    assert.equal(moving, 0);
  });

  test(`${screen.name}: at 400 % it needs no scrolling sideways, and lying down or upright nothing is lost [WCAG 1.4.10 1.3.4]`, async (t) => {
    const page = await visit(t, world, screen);
    for (const [width, height] of [
      [320, 256],
      [844, 390],
      [390, 844],
    ] as const) {
      await page.setViewport({ width, height });
      assert.deepEqual(await lostWords(page), [], `${width} by ${height}`);
      assert.ok(await page.$eval('main', (main) => main.checkVisibility()));
    }
  });

  test(`${screen.name}: words twice as large stay whole [WCAG 1.4.4]`, async (t) => {
    const page = await visit(t, world, screen);
    await page.setViewport({ width: 1280, height: 1024 });
    await enlarge(page, '200%');
    assert.deepEqual(await lostWords(page), []);
  });

  test(`${screen.name}: with the system's few colours every button and field has an edge and every sign is seen [WCAG 1.4.11 1.4.1]`, async (t) => {
    const page = await visit(t, world, screen);
    await prefer(page, 'forced-colors', 'active');
    assert.deepEqual(await edgeless(page), []);
  });
}

/** What can be pressed or filled in and has no edge of its own, and signs that cannot be told from what is behind. */
async function edgeless(page: Page): Promise<string[]> {
  await lendColours(page);
  return page.evaluate(() => {
    const { rgba, groundOf, contrast } = (globalThis as unknown as { colours: Colours }).colours;
    const place = document.querySelector('dialog[open]') ?? document.body;
    const seen = (selector: string) =>
      [...place.querySelectorAll(selector)].filter(
        (one) => one.checkVisibility({ opacityProperty: true }) && !one.closest('.vh'),
      );
    const controls = seen(
      '.btn, .input, .textarea, .select, .switch input, .badge, .card, .segment label:has(:checked), .captcha',
    );
    const bare = controls.filter((one) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(one);
      const outside = groundOf(one.parentElement!);
      const hasEdge = Number.parseFloat(borderTopWidth) >= 1 && contrast(rgba(borderTopColor), outside) >= 3;
      return !hasEdge && contrast(groundOf(one), outside) < 3;
    });
    const faint = seen('svg.icon, .dot').filter((one) => {
      const { color, borderTopColor } = getComputedStyle(one);
      return contrast(rgba(one.matches('.dot') ? borderTopColor : color), groundOf(one.parentElement!)) < 3;
    });
    return [...bare, ...faint].map(
      (one) => `${one.tagName} ${one.getAttribute('class')} ${one.textContent?.trim().slice(0, 20)}`,
    );
  });
}

test('with few colours it is seen where the keyboard is, where secrets are written too [WCAG 2.4.7]', async (t) => {
  const page = await visit(t, world, screenNamed('home: empty'));
  await page.setViewport({ width: 1280, height: 720 });
  await prefer(page, 'forced-colors', 'active');
  assert.deepEqual(await goRound(page), []);
});

test('a sealed message and the list of secrets fit a narrow window whose words are half as large again [WCAG 1.4.4]', async (t) => {
  for (const name of ['secret: sealed', 'recent secrets']) {
    const page = await visit(t, world, screenNamed(name));
    await page.setViewport({ width: 360, height: 800 });
    await enlarge(page, '150%');
    assert.deepEqual(await lostWords(page), [], name);
  }
});

test('no field is so small that a telephone magnifies the page around it', async (t) => {
  for (const screen of screens) {
    const page = await visit(t, world, screen);
    const small = await page.$$eval('input, select, textarea', (fields) =>
      fields
        .filter((field) => field.checkVisibility() && !field.matches('[type=checkbox], [type=radio], [type=color]'))
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map(({ id }) => id),
    );
    assert.deepEqual(small, [], screen.name);
  }
});

test('with few colours the main button keeps those of the system under the mouse', async (t) => {
  for (const name of ['secret: sealed', 'burn: asked']) {
    const page = await visit(t, world, screenNamed(name));
    await prefer(page, 'forced-colors', 'active');
    const look = () => page.$eval('main [type=submit]', (one) => getComputedStyle(one).backgroundColor);
    const before = await look();
    await page.hover('main [type=submit]');
    assert.equal(await look(), before, name);
  }
});

test('with few colours what is on looks different from what is off [WCAG 1.4.11]', async (t) => {
  const page = await visit(t, world, screenNamed('settings: dialog'));
  await prefer(page, 'forced-colors', 'active');
  const look = () =>
    page.$eval('dialog [role=switch]', (one) => {
      const [box, knob] = [getComputedStyle(one), getComputedStyle(one, '::after')];
      return { ground: box.backgroundColor, knob: knob.backgroundColor, place: knob.translate };
    });
  const off = await look();
  await page.click('dialog [role=switch]');
  await page.waitForFunction(
    (before) => getComputedStyle(document.querySelector('dialog [role=switch]')!, '::after').translate !== before,
    {},
    off.place,
  );
  const on = await look();
  assert.notEqual(on.ground, off.ground);
  assert.notEqual(on.place, off.place);
  assert.notEqual(on.knob, on.ground);
});

test('with few colours a sign still says what it says in all of them [WCAG 1.4.1 1.4.11]', async (t) => {
  const show = async (name: string) => {
    const page = await visit(t, world, screenNamed(name));
    await prefer(page, 'forced-colors', 'active');
    return page;
  };
  const edge = (page: Page, selector: string, side: 'Top' | 'Bottom') =>
    page.$eval(selector, (one, key) => getComputedStyle(one)[key], `border${side}Color` as const);
  const ground = (page: Page, selector: string) =>
    page.$eval(selector, (one) => getComputedStyle(one).backgroundImage + getComputedStyle(one).backgroundColor);

  const recent = await show('recent secrets');
  const nothing = await recent.evaluate(canvas);
  assert.equal(await edge(recent, '.tabs > :not([aria-current])', 'Bottom'), nothing);
  assert.notEqual(await edge(recent, '.tabs > [aria-current]', 'Bottom'), nothing);
  const dots = ['.dot:not(.dot--hollow, .dot--burned)', '.dot--hollow', '.dot--burned'];
  const grounds = await Promise.all(dots.map((dot) => ground(recent, dot)));
  assert.equal(new Set(grounds).size, dots.length, grounds.join());

  const made = await show('private page: just made');
  assert.notEqual(await edge(made, '.track .is-done', 'Top'), await edge(made, '.track li:last-child', 'Top'));
});

test('with few colours the edge of a button does not lie on that of its card', async (t) => {
  const page = await visit(t, world, screenNamed('private page: just made'));
  await page.setViewport({ width: 390, height: 844 });
  await prefer(page, 'forced-colors', 'active');
  const distances = await page.$$eval('.card__foot .btn', (buttons) =>
    buttons.map((one) => one.getBoundingClientRect().left - one.closest('.card')!.getBoundingClientRect().left),
  );
  assert.equal(distances.length, 2);
  assert.ok(Math.min(...distances) > 8, distances.join());
});

/** In the page: what everything stands on, as computed styles write it. */
function canvas(): string {
  document.body.style.setProperty('background', 'Canvas');
  return getComputedStyle(document.body).backgroundColor;
}

test('whoever asks for more contrast gets edges and words of the strongest kind [WCAG 1.4.3]', async (t) => {
  const page = await visit(t, world, screens[0]!);
  const edge = () => page.$eval('.sheet', (one) => getComputedStyle(one).borderTopColor);
  const before = await edge();
  await prefer(page, 'prefers-contrast', 'more');
  assert.notEqual(await edge(), before);
  assert.deepEqual(await faintParts(page), []);
});

test('to whoever asks for more contrast what a bar has not reached stays fainter than what it has', async (t) => {
  const page = await visit(t, world, screenNamed('private page: just made'));
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  const steps = () => page.$$eval('.track li', (all) => all.map((one) => getComputedStyle(one).borderTopColor));
  const before = await steps();
  assert.equal(new Set(before).size, 2);
  await prefer(page, 'prefers-contrast', 'more');
  assert.deepEqual(await steps(), before);
});

test('no style is for one way of holding a screen alone [WCAG 1.3.4]', async () => {
  const html = await (await fetch(world.url)).text();
  const path = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? '';
  const style = await (await fetch(new URL(path, world.url))).text();
  assert.ok(style.length > 1000);
  assert.doesNotMatch(style, /orientation/);
});
