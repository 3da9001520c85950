import { forwardClock } from '../forward-clock.ts';

const LOOK_EVERY_MS = 1000;

export interface SendersCopyDeps {
  readonly page: Document;
  readonly nowMs: () => number;
  readonly every: (run: () => void, intervalMs: number) => () => void;
}

/**
 * Ends the sender's copy on a page that stays open: what the server would draw now takes its place. By the clock and
 * not by one long timer, which stands still while the machine sleeps.
 */
export function endSendersCopy({ page, nowMs, every }: SendersCopyDeps): void {
  // Found anew each time: another language replaces the words of the page.
  const copyOn = () => page.querySelector<HTMLElement>('[data-shown-seconds]');
  const shownSeconds = Number(copyOn()?.dataset.shownSeconds);
  if (Number.isNaN(shownSeconds)) return;
  const clock = forwardClock(nowMs);
  const untilMs = clock() + shownSeconds * 1000;
  const look = () => {
    const copy = copyOn();
    if (clock() < untilMs || copy === null) return;
    stop();
    for (const area of copy.querySelectorAll('textarea')) area.value = '';
    copy.replaceWith(copy.querySelector('template')?.content ?? '');
  };
  const stop = every(look, LOOK_EVERY_MS);
  page.addEventListener('visibilitychange', look);
  page.defaultView?.addEventListener('pageshow', look);
}
