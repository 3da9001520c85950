import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { Page } from 'puppeteer-core';
import { createTestApp, type TestApp } from '../support/app.ts';
import { openBrowser } from '../support/chromium.ts';
import type { Cleanup } from '../support/temp.ts';
import { openVisitor, type VisitorOptions } from './stage.ts';

/** A site with languages that the release does not have, and a browser. */
export interface LanguagesStage {
  readonly url: string;
  readonly site: TestApp;
  visitor(t: Cleanup, options?: VisitorOptions): Promise<Page>;
}

export const GERMAN_TITLE = 'Hilf uns übersetzen!';

/** In this process, since the built server reads the packs of the release. */
export async function openLanguagesStage(env: Readonly<Record<string, string>>): Promise<LanguagesStage> {
  const packs = { de: { translations: { page: { title: GERMAN_TITLE } } }, he: {} };
  const site = createTestApp({ after }, { env, packs, hasLightPassphrases: true });
  const server = createServer(site.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser({ after });
  return { url, site, visitor: (t, options) => openVisitor(t, browser, url, options) };
}
