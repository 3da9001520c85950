import assert from 'node:assert/strict';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { needProgram } from '../support/programs.ts';
import type { Cleanup } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';
import type { Engine, Tab } from './visitor.ts';

/** It ends what hangs: no machine is so slow that a page takes this long. */
export const PATIENCE_MS = 60_000;

/** Firefox, driven by WebDriver BiDi, with a profile of its own. Whether pages may run script is for all of it. */
export async function openFirefox(t: Cleanup): Promise<Engine> {
  const [scripted, scriptless] = await Promise.all([
    startFirefox(t, { 'javascript.enabled': true }),
    startFirefox(t, { 'javascript.enabled': false }),
  ]);
  return {
    visitor: async (ended, siteUrl, { hasScript = true } = {}) => {
      const context = await (hasScript ? scripted : scriptless).createBrowserContext();
      const page = await context.newPage();
      const troubles = await watch(page);
      page.setDefaultTimeout(PATIENCE_MS);
      ended.after(() => context.close());
      return { ...{ home: siteUrl, troubles }, ...actsOn(page) };
    },
  };
}

/** With a profile in `folder` where one is given. */
export async function startFirefox(
  t: Cleanup,
  preferences: Readonly<Record<string, unknown>>,
  folder?: string,
): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: needProgram('firefox'),
    extraPrefsFirefox: preferences,
    ...(folder !== undefined && { userDataDir: folder }),
    headless: true,
    timeout: PATIENCE_MS,
  });
  t.after(() => browser.close());
  return browser;
}

export function actsOn(page: Page): Tab {
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    press: async (path) => {
      const { x, y } = await restingPlace(page, path);
      await page.mouse.click(x, y);
    },
    evaluate: (run, ...given) => page.evaluate(run as (...all: unknown[]) => unknown, ...given) as Promise<never>,
  };
}

/** Waits until it stays where it is, with nothing above it: a press beside what moves on is lost. */
async function restingPlace(page: Page, path: string): Promise<Place> {
  let place: Place | null = null;
  await untilSo(`${path} rests`, async () => {
    const before = place;
    place = await page.evaluate(middleOf, path);
    return place.isOnTop && place.x === before?.x && place.y === before.y;
  });
  return place ?? assert.fail(path);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly isOnTop: boolean;
}

/** Runs in the page, and scrolls to it. Puppeteer's own way waits for callbacks, which do not come without script. */
function middleOf(path: string): Place {
  const { singleNodeValue } = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE);
  const element = singleNodeValue as Element;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return { x, y, isOnTop: element.contains(document.elementFromPoint(x, y)) };
}

async function watch(page: Page): Promise<readonly string[]> {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error}`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'data:' && !['localhost', '127.0.0.1'].includes(hostname)) troubles.push(`host: ${request.url()}`);
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  return troubles;
}
