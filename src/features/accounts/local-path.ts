const MAX_CHARS = 2048;
const ANY_ORIGIN = 'http://origin';
/** A sign-in that leads to signing in or out again leads nowhere. */
const DEAD_ENDS = /^\/(?:signin|logout)(?:\/|$)/i;

/** The path and query to go to after signing in, if it stays on this origin; null otherwise. */
export function localPath(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > MAX_CHARS) return null;
  // Browsers read a backslash as a slash, and drop control characters before they look.
  if (!/^\/(?!\/)[^\\\p{Cc}]*$/u.test(text)) return null;
  if (!URL.canParse(text, ANY_ORIGIN)) return null;
  const { origin, pathname, search } = new URL(text, ANY_ORIGIN);
  if (origin !== ANY_ORIGIN || pathname.startsWith('//') || DEAD_ENDS.test(pathname)) return null;
  return `${pathname}${search}`;
}
