import { screenAt } from './screens.ts';

/** The screen's path that a plain press on a link leads to; null leaves the press to the browser. */
export function screenPathOf(event: MouseEvent, here: string): string | null {
  if (!isPlain(event) || !(event.target instanceof Element)) return null;
  const link = event.target.closest('a');
  if (link === null || link.target !== '' || link.hasAttribute('download')) return null;
  const { origin, pathname, hash } = new URL(link.href);
  return origin === new URL(here).origin && hash === '' && screenAt(pathname) !== null ? pathname : null;
}

/** Without a key that asks for a new tab or window, and not taken by the link itself. */
function isPlain(event: MouseEvent): boolean {
  const hasKey = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return event.button === 0 && !hasKey && !event.defaultPrevented;
}
