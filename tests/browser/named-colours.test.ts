import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Colours, lendColours } from './colours.ts';
import { open } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();

/** Where a colour stands on the wheel of HSL, in degrees from red. */
const WHEEL = { red: [-20, 20], yellow: [30, 65], green: [100, 170] } as const;

/** What the pages draw with: which state has which class is told by tests/views. */
const LOOKS = [
  ['green', 'pill pill--ok', 'color'],
  ['yellow', 'pill pill--warn', 'color'],
  ['red', 'pill pill--burned', 'color'],
  ['green', 'badge badge--ok', 'color'],
  ['yellow', 'badge badge--warn', 'color'],
  ['green', 'badge badge--ok', 'backgroundColor'],
  ['yellow', 'badge badge--warn', 'backgroundColor'],
  ['red', 'error', 'color'],
  ['red', 'btn btn--danger', 'backgroundColor'],
] as const;

for (const scheme of ['light', 'dark'] as const) {
  test(`in the ${scheme} theme what is well is green, a warning yellow, and what has failed red [ACC-09 ACC-22 DOM-26 DOM-27 DOM-28 FB-11]`, async (t) => {
    const page = await stage.visitor(t);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await open(page, stage.server.url);
    await lendColours(page);
    for (const [name, className, property] of LOOKS) {
      const [r, g, b] = await page.evaluate(
        (classes, painted) => {
          const probe = document.body.appendChild(document.createElement('span'));
          probe.className = classes;
          const { colours } = globalThis as unknown as { colours: Colours };
          const colour = colours.rgba(getComputedStyle(probe)[painted]);
          probe.remove();
          return colour;
        },
        className,
        property,
      );
      const [from, to] = WHEEL[name];
      const degrees = hueOf(r, g, b);
      assert.ok(degrees >= from && degrees <= to, `${className}: ${property} at ${degrees} degrees is not ${name}`);
    }
  });
}

/** -60 to 300: red is one piece. Grey has none. */
function hueOf(r: number, g: number, b: number): number {
  const most = Math.max(r, g, b);
  const spread = most - Math.min(r, g, b);
  if (spread < 4) return Number.NaN;
  if (most === r) return (60 * (g - b)) / spread;
  return most === g ? 120 + (60 * (b - r)) / spread : 240 + (60 * (r - g)) / spread;
}
