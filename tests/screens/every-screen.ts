import assert from 'node:assert/strict';
import type { Page } from 'puppeteer-core';
import { languageTag } from '#src/i18n/language-tag.ts';
import type { Cleanup } from '../support/temp.ts';
import type { Screen } from './reach.ts';
import { brandedScreens, domainScreens } from './screens-of-domains.ts';
import { accountScreens, entranceScreens, settingsScreens, workspaceScreens } from './screens-of-people.ts';
import { burnScreens, homeScreens, privateScreens, secretScreens } from './screens-of-secrets.ts';
import { feedbackScreens, incomingScreens, planScreens, siteScreens } from './screens-of-site.ts';
import type { World } from './world.ts';

/** Every screen and every state of one that a person can come before. */
export const EVERY_SCREEN: readonly Screen[] = [
  ...[...homeScreens, ...privateScreens, ...burnScreens, ...secretScreens],
  ...[...entranceScreens, ...settingsScreens, ...accountScreens, ...workspaceScreens],
  ...[...domainScreens, ...brandedScreens, ...planScreens, ...feedbackScreens, ...incomingScreens, ...siteScreens],
];

/** Fails where no screen has that name. */
export function screenNamed(name: string): Screen {
  const found = EVERY_SCREEN.find((screen) => screen.name === name);
  assert.ok(found, name);
  return found;
}

/** Express's pattern as an expression for a path. */
function pathsOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}/?$`);
}

/** A page that stands before that screen, in a language (our code). Fails with the screen's name where it does not come. */
export async function visit(t: Cleanup, world: World, screen: Screen, locale = 'en'): Promise<Page> {
  const page = await world.visitor(t, screen.who, { locale, hasScript: screen.hasScript });
  await arrive(page, world, screen, locale);
  return page;
}

/** Comes before one screen after another. */
export interface Tour {
  /** The page stands there until the next visit. */
  visit(screen: Screen): Promise<Page>;
  /** Closes the pages; rejects if one of them has met an error on the way. The last test of a file calls it. */
  end(): Promise<void>;
}

/**
 * A tour in one language, opened before the tests begin: everybody keeps one page for all their screens, and so what
 * it has loaded; what a visit leaves behind is cleared away before the next.
 */
export async function openTour(world: World, locale: string): Promise<Tour> {
  const leaving: (() => unknown)[] = [];
  const t = { after: (leave: () => unknown) => leaving.push(leave) };
  const pages = new Map<string, Page>();
  for (const { who, hasScript } of EVERY_SCREEN) {
    if (pages.has(`${who} ${hasScript}`)) continue;
    const page = await world.visitor(t, who, { locale, hasScript });
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await page.goto(world.url);
    pages.set(`${who} ${hasScript}`, page);
  }
  return {
    visit: async (screen) => {
      const page = pages.get(`${screen.who} ${screen.hasScript}`) as Page;
      await clear(page);
      await arrive(page, world, screen, locale);
      return page;
    },
    end: async () => {
      for (const leave of leaving) await leave();
    },
  };
}

async function clear(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({});
  await page.setOfflineMode(false);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

async function arrive(page: Page, world: World, screen: Screen, locale: string): Promise<void> {
  try {
    await screen.reach(page, world);
    const path = new URL(page.url()).pathname.replace(/\w{31}/, 'KEY');
    if (screen.route !== null) assert.match(path, pathsOf(screen.route));
    assert.equal(await page.$eval('html', ({ lang }) => lang), languageTag(locale));
  } catch (cause) {
    throw new Error(`${screen.name} is not reached in ${locale}`, { cause });
  }
}
