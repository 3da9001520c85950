import type { Page } from 'puppeteer-core';

/** So long stands what confirms that something was copied. */
const STANDS_MS = 2000;

export interface Confirmation {
  readonly words: string;
  /** By the clock of the page, from its asking for two seconds; 0 if it has asked for another time. */
  readonly forMs: number;
}

/** What `press` has confirmed in the place that the selector names, and for how long; waits for its end. */
export async function confirmationAfter(
  page: Page,
  selector: string,
  press: () => Promise<unknown>,
): Promise<Confirmation> {
  const watch = await page.evaluateHandle(watchPlace, selector, STANDS_MS);
  await press();
  return watch.evaluate(({ ended }) => ended);
}

/** Runs in the page. The time counts from the call: a page that is late in drawing would be seen to stand for less. */
function watchPlace(selector: string, standsMs: number): { readonly ended: Promise<Confirmation> } {
  const plain = window.setTimeout;
  let sinceMs: number | null = null;
  window.setTimeout = ((run: TimerHandler, delayMs?: number, ...rest: unknown[]) => {
    if (delayMs === standsMs) sinceMs = performance.now();
    return plain(run, delayMs, ...rest);
  }) as typeof setTimeout;
  const ended = new Promise<Confirmation>((resolve) => {
    let words: string | null = null;
    new MutationObserver(() => {
      const place = document.querySelector(selector);
      if (place !== null) words ??= place.textContent;
      else if (words !== null) resolve({ words, forMs: sinceMs === null ? 0 : performance.now() - sinceMs });
    }).observe(document.body, { subtree: true, attributes: true, childList: true });
  });
  return { ended };
}

/**
 * From now on what the page confirms stands until it is let go: whoever looks from outside may come later than in two
 * seconds. Whatever else runs after exactly that time is held as well.
 */
export async function holdConfirmations(page: Page): Promise<() => Promise<void>> {
  const hold = await page.evaluateHandle((standsMs) => {
    const plain = window.setTimeout;
    const held: (() => void)[] = [];
    window.setTimeout = ((run: () => void, delayMs?: number, ...rest: unknown[]) =>
      delayMs === standsMs ? held.push(run) : plain(run, delayMs, ...rest)) as typeof setTimeout;
    return {
      letGo: () => {
        window.setTimeout = plain;
        for (const run of held) run();
      },
    };
  }, STANDS_MS);
  return () => hold.evaluate(({ letGo }) => letGo());
}
