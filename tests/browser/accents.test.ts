import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { ON_DOMAIN, openBrandStage } from './brand-stage.ts';
import { open } from './screens.ts';

const stage = await openBrandStage();
const owner = await stage.member();
await stage.furnish(owner, 'secrets.example.net', { name: 'Harbour Bank', accent: '#ffffff' });

const GROUNDS = ['bg', 'surface', 'raised', 'sunken', 'accent-tint'];
/** What stands on what, and how much the two must differ (WCAG 2.2: 1.4.3 for text, 1.4.11 for signs). */
const pairs: readonly (readonly [text: string, ground: string, least: number])[] = [
  ...GROUNDS.flatMap((ground) => [['accent', ground, 4.5] as const, ['accent-hover', ground, 4.5] as const]),
  ...GROUNDS.map((ground) => ['focus', ground, 3] as const),
  ['on-fill', 'fill', 4.5],
  ['on-fill', 'fill-hover', 4.5],
  ['ink', 'accent-tint', 4.5],
  ['ink-2', 'accent-tint', 4.5],
];

const named = [
  'ffffff',
  '000000',
  'ffff00',
  '0000ff',
  '00ff00',
  'ff0000',
  '00ffff',
  'ff00ff',
  '808080',
  '404040',
  'c0c0c0',
];
const steps = ['00', '2a', '55', '7f', 'aa', 'd4', 'ff'];
const grid = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => red + green + blue)));

/** The least contrast of every pair over all these colours, as the browser draws it, and where it was met. */
async function worst(page: Page, colours: readonly string[]) {
  return page.evaluate(
    (brands, sought) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
      const probe = document.body.appendChild(document.createElement('i'));
      const luminances = new Map<string, number>();
      const light = (byte = 0) => (byte <= 10.31475 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
      const luminance = (token: string) => {
        probe.style.color = `var(--${token})`;
        const { color } = getComputedStyle(probe);
        const known = luminances.get(color);
        if (known !== undefined) return known;
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
        const drawn = 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
        luminances.set(color, drawn);
        return drawn;
      };
      const found = sought.map(([text, ground, least]) => ({
        pair: `${text} on ${ground}`,
        least,
        ratio: 21,
        brand: '',
      }));
      for (const brand of brands) {
        document.documentElement.style.setProperty('--brand', `#${brand}`);
        for (const [at, [text, ground]] of sought.entries()) {
          const [dark = 0, bright = 0] = [luminance(text), luminance(ground)].sort((one, other) => one - other);
          const ratio = (bright + 0.05) / (dark + 0.05);
          if (ratio < found[at]!.ratio) Object.assign(found[at]!, { ratio, brand });
        }
      }
      probe.remove();
      return found;
    },
    colours,
    pairs,
  );
}

for (const scheme of ['light', 'dark'] as const) {
  test(`whatever colour is chosen, words in it and on it can be read: ${named.length + grid.length} colours, ${scheme}`, async (t) => {
    const page = await stage.visitor(t, ON_DOMAIN);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await open(page, stage.urlOf('secrets.example.net'));
    const found = await worst(page, [...named, ...grid]);
    const least = found.toSorted((one, other) => one.ratio - other.ratio)[0];
    t.diagnostic(`least: ${least?.pair} ${least?.ratio.toFixed(2)} with #${least?.brand}`);
    assert.deepEqual(
      found.filter(({ ratio, least }) => ratio < least),
      [],
    );
  });
}

test('the stylesheet of a colour is what the pages of its domain are drawn with', async (t) => {
  const page = await stage.visitor(t, ON_DOMAIN);
  await page.goto(stage.urlOf('secrets.example.net'));
  const token = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
  assert.equal(await token(), '#ffffff');
  await page.goto(stage.server.url);
  assert.notEqual(await token(), '#ffffff');
});
