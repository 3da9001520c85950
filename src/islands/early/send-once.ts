import { whenBroughtBack } from '../brought-back.ts';

/** Longer than anybody takes for a double press; whoever has stopped the browser meanwhile can press again after it. */
const AGAIN_AFTER_MS = 3000;

/**
 * Of a form marked `data-once` a second press at once does not count: it would be done again, or the answer to it would
 * be that it is done already, and a browser shows the last answer.
 */
export function sendOnce(page: Window, nowMs: () => number): void {
  let sentAtMs = new WeakMap<EventTarget, number>();
  page.document.addEventListener('submit', (event) => {
    const { target } = event;
    // An island has taken it, and may leave the next to the browser.
    if (event.defaultPrevented) return;
    if (!(target instanceof HTMLFormElement) || target.dataset.once === undefined) return;
    if (nowMs() - (sentAtMs.get(target) ?? -AGAIN_AFTER_MS) < AGAIN_AFTER_MS) event.preventDefault();
    else sentAtMs.set(target, nowMs());
  });
  // Whoever comes back has seen the answer.
  whenBroughtBack(page, () => {
    sentAtMs = new WeakMap();
  });
}
