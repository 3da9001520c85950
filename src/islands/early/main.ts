/**
 * Runs in <head>, before the first paint: the theme must not flash. A classic script that imports nothing
 * while it runs, the only one that blocks.
 */

import { copyText } from '../clipboard.ts';
import { RENEWED } from '../language/renewed.ts';
import { copyEmailLinks } from './email-links.ts';
import { loadOnFeedback } from './feedback-link.ts';
import { formatLocal } from './local-times.ts';
import { markLostIslands } from './lost-islands.ts';
import { closeMenus } from './menus.ts';
import { renewOnReturn } from './renew.ts';
import { sendOnce } from './send-once.ts';
import { endSendersCopy } from './senders-copy.ts';
import { createTheme, THEME_KEY } from './theme.ts';

const root = document.documentElement;
const systemDark = matchMedia('(prefers-color-scheme: dark)');
// The choice lasts as long as the page where the browser does not store it.
let remembered: string | null = null;

const theme = createTheme({ read: readChoice, write: writeChoice, prefersDark: () => systemDark.matches });

// Style sheets show what needs script only where there is one.
root.dataset.script = '';
show();
systemDark.addEventListener('change', show);
// The theme may be chosen in another tab, or while the browser has put this page aside: without these, the next press
// would seem to do nothing.
addEventListener('storage', ({ key }) => {
  if (key === THEME_KEY) remembered = null;
  show();
});
addEventListener('pageshow', show);
renewOnReturn(window);
closeMenus(document);
markLostIslands(document);
sendOnce(window, () => performance.now());
loadOnFeedback(document);
copyEmailLinks({
  page: document,
  copy: (text) => copyText(window, text),
  later: (run, delayMs) => void setTimeout(run, delayMs),
  log: (message, error) => console.error(message, error),
});
for (const drawn of ['DOMContentLoaded', RENEWED]) {
  document.addEventListener(drawn, () => {
    show();
    localiseTimes();
  });
}
document.addEventListener('DOMContentLoaded', () => {
  const every = (run: () => void, intervalMs: number) => {
    const timer = setInterval(run, intervalMs);
    return () => clearInterval(timer);
  };
  endSendersCopy({ page: document, nowMs: () => Date.now(), every });
});
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-theme-toggle]')) return;
  theme.toggle();
  show();
});

function show(): void {
  const current = theme.current();
  root.dataset.theme = current;
  for (const toggle of document.querySelectorAll('[data-theme-toggle]')) {
    if (toggle instanceof HTMLInputElement) toggle.checked = current === 'dark';
    else toggle.setAttribute('aria-pressed', String(current === 'dark'));
  }
}

function localiseTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    time.textContent = formatLocal(time.dateTime, root.lang);
  }
}

function readChoice(): string | null {
  try {
    return remembered ?? localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

function writeChoice(restMode: string): void {
  remembered = null;
  try {
    localStorage.setItem(THEME_KEY, restMode);
  } catch {
    // Forbidden in some private windows, or full.
    remembered = restMode;
  }
}
