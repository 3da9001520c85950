import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import { createClient, jsonOf } from '../../tests/durability/client.ts';
import { CRAWLERS, PREFETCHES, pathsOf, scanThoroughly } from '../../tests/security/scan.ts';
import { settledStateOf } from '../../tests/security/store-state.ts';
import { ENGINES, openSite } from '../../tests/security/stores.ts';
import { openBrowser } from '../../tests/support/chromium.ts';
import { startServer } from '../../tests/support/server.ts';
import type { Cleanup } from '../../tests/support/temp.ts';
import { counted, type Row, verdictOf } from './row.ts';

const CONTENT = 'not for machines';
const GUARDS: readonly object[] = [{}, { passphrase: 'open sesame' }];
/** By then a page has done what it does by itself. */
const LINGER_MS = 3000;

export const scanners: Row = {
  name: 'scanners',
  what: `links opened by ${CRAWLERS.length} programs, by GET, HEAD and OPTIONS, plain and with ${PREFETCHES.length} ways to prefetch, on both stores; and by headless Chromium that runs scripts and clicks nothing, in both themes`,
  bar: '0 opened, 0 consumed, no byte of a store changed by a program that runs no scripts',
  async measure(t) {
    const crawled = await crawl(t);
    const browsed = await browse(t);
    return {
      tried: `${counted(crawled.requests, 'requests')}, ${counted(browsed.loads, 'pages in Chromium')}`,
      seen: `${crawled.changed} stores changed; of ${browsed.states.length} secrets seen by Chromium ${tally(browsed.states)}; ${browsed.shown} pages with the content`,
      verdict: verdictOf(
        crawled.changed === 0 &&
          browsed.shown === 0 &&
          browsed.states.every((state) => ['new', 'previewed'].includes(state)),
      ),
    };
  },
};

async function crawl(t: Cleanup): Promise<{ requests: number; changed: number }> {
  let [requests, changed] = [0, 0];
  for (const engine of ENGINES) {
    const site = await openSite(t, engine);
    for (const fields of GUARDS) {
      const keys = await site.client.share(CONTENT, fields);
      const before = JSON.stringify(await settledStateOf(site));
      requests += await scanThoroughly(site.client, keys, CONTENT);
      if (JSON.stringify(await settledStateOf(site)) !== before) changed += 1;
    }
  }
  return { requests, changed };
}

interface Browsed {
  readonly loads: number;
  readonly shown: number;
  /** What became of each secret, as its sender sees it. */
  readonly states: readonly string[];
}

async function browse(t: Cleanup): Promise<Browsed> {
  const server = await startServer();
  t.after(() => server.stop());
  const client = createClient(server.port, 4);
  t.after(() => client.close());
  const browser = await openBrowser(t);
  const states: string[] = [];
  let [loads, shown] = [0, 0];
  for (const theme of ['light', 'dark']) {
    for (const fields of GUARDS) {
      const keys = await client.share(CONTENT, fields);
      for (const path of pathsOf(keys)) {
        loads += 1;
        if (await showsContent(browser, server.url + path, theme)) shown += 1;
      }
      const { record } = jsonOf(await client.ask(`/api/v2/private/${keys.metadataKey}`));
      states.push(String(record.state));
    }
  }
  return { loads, shown, states };
}

/** Loads a page and presses nothing; whether the content stands on it by then. */
async function showsContent(browser: Browser, url: string, theme: string): Promise<boolean> {
  const page = await browser.newPage();
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  await page.goto(url, { waitUntil: 'networkidle0' });
  await wait(LINGER_MS);
  const html = await page.content();
  await page.close();
  return html.includes(CONTENT);
}

/** '3 new, 1 previewed'. */
function tally(states: readonly string[]): string {
  const byState = Map.groupBy(states, (state) => state);
  return [...byState].map(([state, all]) => `${all.length} ${state}`).join(', ');
}
