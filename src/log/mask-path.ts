import { maskedText, maskTokens } from './mask-tokens.ts';

/** What stands behind these words is a key or a customer's domain, unless it is one of the literals. */
const literalsBehind: Readonly<Record<string, readonly string[]>> = {
  secret: ['conceal', 'generate'],
  private: ['recent'],
  metadata: ['recent'],
  receipt: ['recent'],
  forgot: [],
  domains: ['add'],
};

/** What may stand behind a key, and what behind a domain. */
const deeds: readonly string[] = [
  ...['burn', 'reveal', 'seen', 'status', 'unlock'],
  ...['verify', 'remove', 'brand', 'logo'],
];

const maxPathChars = 2048;
const maxSegments = 12;
const maxSegmentChars = 64;

/**
 * A request's path as it may be logged: no key, passphrase, token or customer's domain is left in it. Query and
 * fragment are dropped, percent-encoding is undone if it was applied more than once too, empty segments
 * vanish, and what is neither plain nor known becomes '***'. Keeps route words, so that lines of
 * one route look alike.
 */
export function maskPath(path: string): string {
  const segments = withoutQuery(decodeFully(path.slice(0, maxPathChars)))
    .split(/[/\\]/)
    .filter((segment) => segment !== '');
  const masked = maskSegments(segments.slice(0, maxSegments));
  return `/${(segments.length > maxSegments ? [...masked, maskedText] : masked).join('/')}`;
}

function maskSegments(segments: readonly string[]): readonly string[] {
  const words = segments.map((segment) => segment.toLowerCase());
  const room = words.findIndex((word) => Object.hasOwn(literalsBehind, word));
  return segments.map((segment, index) => {
    const word = words[index] ?? '';
    if (room === -1 || index < room) return maskSegment(segment);
    return isKnown(words[room] ?? '', word, index - room) ? word : maskedText;
  });
}

/** Whether a word is the route's own, by its distance from the word that announces a key. */
function isKnown(room: string, word: string, distance: number): boolean {
  if (distance === 0) return true;
  return distance === 1 ? (literalsBehind[room]?.includes(word) ?? false) : deeds.includes(word);
}

function maskSegment(segment: string): string {
  const isPlain = segment.length <= maxSegmentChars && /^[\w.~-]+$/.test(segment);
  return isPlain ? maskTokens(segment) : maskedText;
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
