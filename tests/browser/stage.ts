import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { openBrowser } from '../support/chromium.ts';
import { openSite, type Site, type SiteOptions } from '../support/site.ts';
import type { Cleanup } from '../support/temp.ts';
import { type Troubles, watchTroubles } from './troubles.ts';

/** A desk with a mouse: without one Chromium says that nothing can hover. */
const mouse = '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** It ends what hangs: no machine is so slow that a page takes this long. */
export const PATIENCE_MS = 60_000;

export interface VisitorOptions {
  readonly hasScript?: boolean;
  /** What this visitor is about to meet, where it is the point of the test. */
  readonly expects?: RegExp;
  /** Comes as another tab of this visitor: the same cookies and the same local storage. */
  readonly sameAs?: Page;
}

/** The built server and a browser, for the tests of one file. */
export interface Stage extends Site {
  /**
   * A page of a visitor nobody has seen before. At the end of the test it must have met no error, no
   * breach of the content security policy and no request to another host.
   */
  visitor(t: Cleanup, options?: VisitorOptions): Promise<Page>;
}

export interface StageOptions extends SiteOptions {
  /** Of Chromium. */
  readonly flags?: readonly string[];
  /** 'chromium' if left out. The one of desktops keeps pages whole that were left, and shows them again as they were. */
  readonly browser?: 'chromium' | 'desktop-chromium';
}

export async function openStage(
  env: Readonly<Record<string, string>> = {},
  { flags = [], browser: program, ...options }: StageOptions = {},
): Promise<Stage> {
  const site = await openSite(env, options);
  const browser = await openBrowser({ after }, [mouse, ...flags], program);
  return { ...site, visitor: (t, options) => openVisitor(t, browser, site.server.url, options) };
}

/** See `Stage.visitor`. */
export async function openVisitor(
  t: Cleanup,
  browser: Browser,
  url: string,
  options: VisitorOptions = {},
): Promise<Page> {
  const context = options.sameAs?.browserContext() ?? (await browser.createBrowserContext());
  const page = await context.newPage();
  const troubles = await watchTroubles(page, url);
  await page.setJavaScriptEnabled(options.hasScript ?? true);
  page.setDefaultTimeout(PATIENCE_MS);
  t.after(() => leave(context, options, troubles));
  return page;
}

async function leave(context: BrowserContext, { expects, sameAs }: VisitorOptions, troubles: Troubles): Promise<void> {
  if (!sameAs) await context.close();
  assert.deepEqual(
    troubles.all().filter((trouble) => !expects?.test(trouble)),
    [],
  );
}
