import type { Page } from 'puppeteer-core';
import { islandsReady } from '../browser/screens.ts';
import type { Who, World } from './world.ts';

/** A screen, or a state of one, that somebody can come before. */
export interface Screen {
  readonly name: string;
  readonly who: Who;
  /** Express's pattern of the address that it ends on; null for what no route has drawn. */
  readonly route: string | null;
  /** Only where it is about browsers without JavaScript. */
  readonly hasScript: boolean;
  /** Brings a page of that person there, in any language. */
  reach(page: Page, world: World): Promise<void>;
}

type Act = (page: Page, world: World) => Promise<unknown>;
/** Below the site, or whole. */
type Place = string | ((world: World) => string | Promise<string>);

interface Options {
  readonly who?: Who;
  readonly hasScript?: boolean;
  /** Where `act` leads elsewhere, the pattern of that. */
  readonly endsOn?: string | null;
}

const nothing: Act = async () => {};

/** Opens an address and does something there. */
export function screen(name: string, route: string | null, place: Place, act = nothing, options: Options = {}): Screen {
  const { who = 'anonymous', hasScript = true, endsOn = route } = options;
  return {
    ...{ name, who, hasScript, route: endsOn },
    reach: async (page, world) => {
      const address = typeof place === 'string' ? place : await place(world);
      await page.goto(new URL(address, world.url).href);
      if (hasScript) await islandsReady(page);
      await act(page, world);
    },
  };
}

/** The same for several things that can be done on one page. */
export const screensOn =
  (route: string | null, place: Place, common: Options = {}) =>
  (name: string, act = nothing, options: Options = {}) =>
    screen(name, route, place, act, { ...common, ...options });

/** Presses what the selector finds, in whatever language it speaks. */
export async function tap(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector);
  await page.$eval(selector, (element) => (element as HTMLElement).click());
}

/** The same for what leads to another page, without JavaScript too. */
export async function tapAndGo(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), tap(page, selector)]);
  if (await page.evaluate(() => document.documentElement.dataset.script !== undefined)) await islandsReady(page);
}

/** Sends a form although the browser would ask for more first. */
export async function sendAnyway(page: Page, selector = 'main form'): Promise<void> {
  await page.$eval(selector, (form) => {
    (form as HTMLFormElement).noValidate = true;
  });
  await Promise.all([
    page.waitForNavigation(),
    page.$eval(selector, (form) => (form as HTMLFormElement).requestSubmit()),
  ]);
  if (await page.evaluate(() => document.documentElement.dataset.script !== undefined)) await islandsReady(page);
}

/** Opens every section that can be opened. */
export async function openSections(page: Page): Promise<void> {
  await page.$$eval('main details', (sections) => {
    for (const section of sections) section.open = true;
  });
}

/** Waits until it is there to be seen. */
export async function shows(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector, { visible: true });
}
