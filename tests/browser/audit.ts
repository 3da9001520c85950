import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'puppeteer-core';

const axeSource = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const widths = [320, 768, 1280];
const schemes = ['light', 'dark'] as const;

/**
 * Looks at the page as it stands, at every width and in both themes: accessible to axe-core, and
 * nowhere wider than the window.
 */
export async function audit(page: Page): Promise<void> {
  await page.evaluate(axeSource); // by the debugger, since the policy lets no script in
  const found: string[] = [];
  for (const scheme of schemes) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, {}, scheme);
    for (const width of widths) {
      await page.setViewport({ width, height: 900 });
      await drawn(page);
      const complaints = [...(await widerThanWindow(page)), ...(await violations(page))];
      found.push(...complaints.map((complaint) => `${width} px, ${scheme}: ${complaint}`));
    }
  }
  assert.deepEqual(found, []);
}

/** Waits until the new size and theme have reached the screen, and no colour is on its way to another. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

async function widerThanWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const ends = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return ends.map(({ tagName, className }) => `wider than the window: ${tagName} ${className}`);
  });
}

async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  });
}
