import { createServer } from 'node:http';
import { after } from 'node:test';
import type { Page } from 'puppeteer-core';
import { flattenPack } from '#src/i18n/packs.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { openBrowser } from '../support/chromium.ts';
import { listening } from '../support/listening.ts';
import { releasePacks } from '../support/packs.ts';
import type { Cleanup } from '../support/temp.ts';
import { openVisitor, type VisitorOptions } from './stage.ts';

/** A site with three of the languages, and a browser. */
export interface LanguagesStage {
  readonly url: string;
  readonly site: TestApp;
  visitor(t: Cleanup, options?: VisitorOptions): Promise<Page>;
}

const packs = { de: releasePacks.read('de'), he: releasePacks.read('he') };
const german = flattenPack(packs.de);
export const GERMAN_TITLE = german['translations.page.title'] ?? '';
/** What the link back to English is called on the German page. */
export const BACK_TO_ENGLISH = (german['translations.table.switchTo'] ?? '').replace('{{language}}', 'English');

/** In this process, since the built server speaks all of them. */
export async function openLanguagesStage(env: Readonly<Record<string, string>>): Promise<LanguagesStage> {
  const site = createTestApp({ after }, { env, packs, hasLightPassphrases: true });
  const url = `http://localhost:${await listening({ after }, createServer(site.app))}`;
  const browser = await openBrowser({ after });
  return { url, site, visitor: (t, options) => openVisitor(t, browser, url, options) };
}
