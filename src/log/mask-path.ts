import { MASKED_TEXT, maskTokens } from './mask-tokens.ts';

/** What stands behind these words is a key or a customer's domain, unless it is one of the literals. */
const LITERALS_BEHIND: Readonly<Record<string, readonly string[]>> = {
  secret: ['conceal', 'generate'],
  private: ['recent'],
  metadata: ['recent'],
  receipt: ['recent'],
  forgot: [],
  domains: ['add'],
};

/** What may stand behind a key, and what behind a domain. */
const DEEDS: readonly string[] = [
  ...['burn', 'reveal', 'seen', 'status', 'unlock'],
  ...['verify', 'remove', 'brand', 'logo'],
];

const MAX_PATH_CHARS = 2048;
const MAX_SEGMENTS = 12;
const MAX_SEGMENT_CHARS = 64;

/**
 * A request's path as it may be logged: no key, passphrase, token or customer's domain is left in it. Query and
 * fragment are dropped, percent-encoding is undone, even if it was applied more than once, empty segments vanish, and
 * what is neither plain nor known becomes '***'. Keeps route words, so that lines of one route look alike.
 */
export function maskPath(path: string): string {
  const segments = withoutQuery(decodeFully(path.slice(0, MAX_PATH_CHARS)))
    .split(/[/\\]/)
    .filter((segment) => segment !== '');
  const masked = maskSegments(segments.slice(0, MAX_SEGMENTS));
  return `/${(segments.length > MAX_SEGMENTS ? [...masked, MASKED_TEXT] : masked).join('/')}`;
}

function maskSegments(segments: readonly string[]): readonly string[] {
  const words = segments.map((segment) => segment.toLowerCase());
  const room = words.findIndex((word) => Object.hasOwn(LITERALS_BEHIND, word));
  return segments.map((segment, index) => {
    const word = words[index] ?? '';
    if (room === -1 || index < room) return maskSegment(segment);
    return isKnown(words[room] ?? '', word, index - room) ? word : MASKED_TEXT;
  });
}

/** Whether a word is the route's own, by its distance from the word that announces a key. */
function isKnown(room: string, word: string, distance: number): boolean {
  if (distance === 0) return true;
  return distance === 1 ? (LITERALS_BEHIND[room]?.includes(word) ?? false) : DEEDS.includes(word);
}

function maskSegment(segment: string): string {
  const isPlain = segment.length <= MAX_SEGMENT_CHARS && /^[\w.~-]+$/.test(segment);
  return isPlain ? maskTokens(segment) : MASKED_TEXT;
}

/**
 * Decodes ASCII until nothing changes, five times at most: a hostile path could ask for thousands.
 * What is still encoded then, or not ASCII, masks its segment.
 */
function decodeFully(path: string, roundsLeft = 5): string {
  const decoded = path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoded === path || roundsLeft === 1 ? decoded : decodeFully(decoded, roundsLeft - 1);
}

function withoutQuery(path: string): string {
  return path.replace(/[?#].*$/s, '');
}
