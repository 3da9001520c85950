import type { ConsoleMessage, Page } from 'puppeteer-core';

/** Everything a page must not do, each in one line. */
export interface Troubles {
  all(): readonly string[];
}

/** Writes down errors, breaches of the content security policy, and requests that leave for another host. */
export async function watchTroubles(page: Page, origin: string): Promise<Troubles> {
  const troubles: string[] = [];
  const refused = new Set<string>();
  page.on('response', (response) => {
    if (response.status() >= 400 && response.request().isNavigationRequest()) refused.add(response.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpectedAnswer(message, refused)) troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) troubles.push(`another host: ${url}`);
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  return { all: () => troubles };
}

/** Chromium notes every 4xx; for a page or an answer of the API that is part of their work. */
function isExpectedAnswer(message: ConsoleMessage, refusedPages: ReadonlySet<string>): boolean {
  const { url = '' } = message.location();
  const isNote = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
  return isNote && (refusedPages.has(url) || url.includes('/api/v2/'));
}
