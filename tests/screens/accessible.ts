import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'puppeteer-core';

const axeSource = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const [NARROW, MIDDLE, WIDE] = [320, 768, 1280];

/** Colours are all that a theme changes. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** What may come and go with the width besides: scrolling, and what a narrow window hides. */
const OF_WIDTH = [
  ...OF_COLOUR,
  'scrollable-region-focusable',
  'aria-hidden-focus',
  'link-name',
  'button-name',
  'region',
];

/** Every look that a page can have, and the rules that can find something new in it. */
const LOOKS = [
  { theme: 'light', width: WIDE, rules: null },
  { theme: 'light', width: MIDDLE, rules: OF_WIDTH },
  { theme: 'light', width: NARROW, rules: OF_WIDTH },
  { theme: 'dark', width: NARROW, rules: OF_COLOUR },
  { theme: 'dark', width: MIDDLE, rules: OF_COLOUR },
  { theme: 'dark', width: WIDE, rules: OF_COLOUR },
] as const;

/** A page of so many elements takes a minute for each look: it is given those that differ most. */
const VAST = 4000;
const FEW_LOOKS = LOOKS.filter(({ theme, width }) => (theme === 'light' ? width === WIDE : width === NARROW));

/** What axe-core has against the page as it stands, in both themes and at three widths, each in one line. */
export async function violationsOn(page: Page): Promise<string[]> {
  const hasScript = page.isJavaScriptEnabled();
  // The checker waits with timers. The scripts of a page that came without stay where they are.
  if (!hasScript) await page.setJavaScriptEnabled(true);
  await page.evaluate(axeSource); // by the debugger, since the policy lets no script in
  const found: string[] = [];
  const isVast = (await page.$$eval('*', ({ length }) => length)) > VAST;
  for (const { theme, width, rules } of isVast ? FEW_LOOKS : LOOKS) {
    await page.setViewport({ width, height: 900 });
    await turn(page, theme);
    const violations = await page.evaluate(runAxe, rules);
    found.push(...violations.map((violation) => `${width} px, ${theme}: ${violation}`));
  }
  if (!hasScript) await page.setJavaScriptEnabled(false);
  return found;
}

/** Waits until the theme has reached the page; without script the style sheet follows by itself. */
async function turn(page: Page, theme: string): Promise<void> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  for (;;) {
    const shown = await page.evaluate(() => document.documentElement.dataset.theme);
    if (shown === undefined || shown === theme) return;
  }
}

/** Runs in the page. */
async function runAxe(rules: readonly string[] | null): Promise<string[]> {
  const { axe: checker } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await checker.run(document, {
    resultTypes: ['violations'],
    ...(rules !== null && { runOnly: { type: 'rule', values: [...rules] } }),
  });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}
