import type { Page, Protocol } from 'puppeteer-core';

/**
 * From now on writes down what live regions say: 'status: Copied!'. What comes together with its region is 'new':
 * only of alerts is that sure to be read out.
 */
export async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const regions = '[role=status], [role=alert], [aria-live]';
    const known = new WeakSet(document.querySelectorAll(regions));
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    new MutationObserver((changes) => {
      for (const region of new Set(changes.flatMap(regionsOf))) {
        const words = (region.textContent ?? '').trim();
        const kind = region.getAttribute('role') ?? region.getAttribute('aria-live');
        if (words !== '') heard.push(`${known.has(region) ? '' : 'new '}${kind}: ${words}`);
        known.add(region);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });

    function regionsOf({ target, addedNodes }: MutationRecord): Element[] {
      const place = target instanceof Element ? target : target.parentElement;
      const added = [...addedNodes].filter((node) => node instanceof Element);
      const inside = added.flatMap((node) => [
        ...(node.matches(regions) ? [node] : []),
        ...node.querySelectorAll(regions),
      ]);
      const around = place?.closest(regions) ?? null;
      return around === null ? inside : [around];
    }
  });
}

/** All that was said since `listen`, once these words are among it. */
export async function heardOn(page: Page, words: string): Promise<readonly string[]> {
  await page.waitForFunction(
    (sought) => (globalThis as unknown as { heard: string[] }).heard.some((line) => line.endsWith(sought)),
    {},
    words,
  );
  return heardSoFar(page);
}

export async function heardSoFar(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
}

/** What Chromium hands to screen readers. */
export async function accessibleNodes(page: Page): Promise<readonly Protocol.Accessibility.AXNode[]> {
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes;
}

/** What is live in it: the role of each region, and how it interrupts. */
export async function liveRegions(page: Page): Promise<readonly string[]> {
  return (await accessibleNodes(page)).flatMap(({ role, properties = [] }) => {
    const live = properties.find(({ name }) => name === 'live')?.value.value;
    return live === undefined ? [] : [`${role?.value}: ${live}`];
  });
}
