import puppeteer, { type Browser } from 'puppeteer-core';
import { needProgram } from './programs.ts';
import type { Cleanup } from './temp.ts';

const flags = [
  '--no-sandbox', // the tests run as root in containers
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with an empty profile, closed when `t` ends. Pass `{ after }` of node:test to share one in a file. */
export async function openBrowser(
  t: Cleanup,
  moreFlags: readonly string[] = [],
  program: 'chromium' | 'desktop-chromium' = 'chromium',
): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath: needProgram(program),
    args: [...flags, ...moreFlags],
    headless: true,
    timeout: 60_000,
    // One look of axe-core may take minutes; what hangs is for node:test to end.
    protocolTimeout: 20 * 60_000,
  });
  t.after(() => browser.close());
  return browser;
}
