// Makes docs/screenshot.png, after `npm run build`:
// node --import ./src/build/loader.mjs tests/browser/screenshot.ts
import { resolve } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';
import type { Cleanup } from '../support/temp.ts';
import { fill, linkOn, open, pressAndGo } from './screens.ts';

const target = resolve(import.meta.dirname, '../../docs/screenshot.png');
const host = 'secrets.example.org';
const half = { width: 640, height: 800 };
const margin = 24;

const cleanups: (() => unknown)[] = [];
try {
  await picture({ after: (run) => cleanups.push(run) });
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}

async function picture(t: Cleanup): Promise<void> {
  const server = await startServer({ env: { HUSHLINK_SITE_HOST: host } });
  t.after(() => server.stop());
  const browser = await openBrowser(t, [`--host-resolver-rules=MAP ${host}:80 127.0.0.1:${server.port}`]);
  const sender = await openHalf(browser);
  await open(sender, `http://${host}/`);
  await fill(sender, '#secret', 'The alarm code is 4471.\nIt changes on Monday.');
  await pressAndGo(sender, 'Create a secret link*');
  const recipient = await openHalf(browser);
  await open(recipient, (await linkOn(sender)).replace('https:', 'http:'));
  await sideBySide(browser, [await shoot(sender), await shoot(recipient)]);
}

async function openHalf(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport(half);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  return page;
}

async function shoot(page: Page): Promise<string> {
  await page.bringToFront();
  return page.screenshot({ encoding: 'base64' });
}

async function sideBySide(browser: Browser, pictures: readonly string[]): Promise<void> {
  const page = await browser.newPage();
  await page.setViewport({ width: 2 * half.width + 3 * margin, height: half.height + 2 * margin });
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join('');
  await page.setContent(`<style>
    body { display: flex; gap: ${margin}px; margin: ${margin}px; background: #dfe5e8 }
    img { border-radius: 10px; box-shadow: 0 1px 6px #0003 }
  </style>${images}`);
  await page.screenshot({ path: target });
}
