import type { HTTPRequest, Page } from 'puppeteer-core';
import { untilSo } from '../support/until-so.ts';

export type Answer = (request: HTTPRequest) => unknown;

/** No page asks for it by itself. */
const PROBE = '/robots.txt?is-intercepted';

/** Treats requests to this path as told; everything else reaches the server. */
export function intercept(page: Page, path: string | RegExp, answer: Answer): Promise<void> {
  const isMeant = (pathname: string) => (typeof path === 'string' ? path === pathname : path.test(pathname));
  return interceptWhere(page, (request) => isMeant(new URL(request.url()).pathname), answer);
}

/** Treats these requests as told; everything else reaches the server. */
export async function interceptWhere(
  page: Page,
  isMeant: (request: HTTPRequest) => boolean,
  answer: Answer,
): Promise<void> {
  let isStopped = false;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.url().endsWith(PROBE)) {
      isStopped = true;
      void request.respond({ status: 204 });
    } else void (isMeant(request) ? answer(request) : request.continue());
  });
  if (!page.url().startsWith('http')) return;
  // An open page may send its next request past an interception that Chromium has confirmed already.
  await untilSo('requests of the page are intercepted', async () => {
    await page.evaluate((url) => fetch(url), PROBE);
    return isStopped;
  });
}
