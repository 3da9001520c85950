import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { faintParts, force } from './contrast.ts';
import { EVERY_SCREEN, visit } from './every-screen.ts';
import { lostWords, spaceOut } from './spacing.ts';
import { lowControls, misnamed, smallTargets } from './targets.ts';
import { openWorld } from './world.ts';

const WIDTHS = [320, 1280];
const PHONE = 390;

/**
 * Looks at every second screen: targets, contrast in both themes, hovered and switched off as well, and words that
 * are spaced out. In two files, so that neither keeps a machine for long.
 */
export async function lookAtHalf(half: 0 | 1): Promise<void> {
  const world = await openWorld();
  for (const screen of EVERY_SCREEN.filter((_, index) => index % 2 === half)) {
    test(`${screen.name}: targets can be hit, nothing is too faint, and words stay readable when they are spaced out [WCAG 1.4.3 1.4.11 1.4.12 2.5.3 2.5.8]`, async (t) => {
      const page = await visit(t, world, screen);
      assert.deepEqual(await complaintsOf(page), []);
    });
  }
}

/** The page at a width and in a theme, with nothing on its way to another look. */
async function show(page: Page, width: number, theme: 'light' | 'dark'): Promise<void> {
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.waitForFunction(
    (wanted) => {
      // What is in a closed section is never drawn, and its transitions never end.
      const moving = document
        .getAnimations()
        .filter(({ effect }) => (effect as KeyframeEffect).target?.checkVisibility());
      return (document.documentElement.dataset.theme ?? wanted) === wanted && moving.length === 0;
    },
    {},
    theme,
  );
}

async function complaintsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, complaints: readonly string[]) =>
    found.push(...complaints.map((one) => `${where}: ${one}`));
  for (const width of WIDTHS) {
    for (const theme of ['light', 'dark'] as const) {
      await show(page, width, theme);
      note(`${width} px, ${theme}`, await faintParts(page));
    }
    note(`${width} px`, await smallTargets(page));
  }
  for (const width of [PHONE, ...WIDTHS]) {
    await show(page, width, 'light');
    note(`${width} px`, await lowControls(page));
  }
  note('names', await misnamed(page));
  await force(page, 'hover');
  for (const theme of ['light', 'dark'] as const) {
    await show(page, 1280, theme);
    note(`hovered, ${theme}`, await faintParts(page));
  }
  await spaceOut(page);
  for (const width of WIDTHS) {
    await show(page, width, 'light');
    note(`spaced out, ${width} px`, await lostWords(page));
  }
  return found;
}
