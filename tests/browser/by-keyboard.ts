import assert from 'node:assert/strict';
import type { Page } from 'puppeteer-core';
import { focusOf, islandsReady } from './screens.ts';

/** Presses Tab until the focus is there; every stop on the way must be visible and in sight. */
export async function tabTo(page: Page, target: string | RegExp): Promise<string[]> {
  const stops: string[] = [];
  const isThere = (stop: string) => (typeof target === 'string' ? stop === target : target.test(stop));
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    stops.push(await focusOf(page));
    assert.ok(await isFocusVisible(page), `the focus cannot be seen on ${stops.at(-1)}`);
    if (isThere(stops.at(-1) ?? '')) return stops;
  }
  throw new Error(`${target} is not among ${stops.join(' | ')}`);
}

/** Presses Enter, and waits for the page it leads to. */
export async function enterAndGo(page: Page): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  await islandsReady(page);
}

/** Some ring, line or shadow, on the element or around it, that is there with the focus and not without it. */
async function isFocusVisible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const looks = () =>
      [element, element.parentElement, element.closest('form')].map((one) => {
        if (one === null) return '';
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(one);
        const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
        return `${hasOutline ? outlineColor : ''} ${boxShadow} ${borderColor}`;
      });
    const focused = looks().join();
    element.blur();
    const blurred = looks().join();
    element.focus({ focusVisible: true } as FocusOptions);
    return focused !== blurred && element.getClientRects().length > 0;
  });
}
