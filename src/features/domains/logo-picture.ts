/** A picture whose every byte was walked, rewritten from the parts that draw it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Unpacks a zlib stream; null if it is broken, gives more than `mostBytes` or is not the whole of `packed`. */
export type Inflate = (packed: Uint8Array, mostBytes: number) => Uint8Array | null;

/** Of either side: three times what the pages show, and no more than a small memory unpacks. */
export const MAX_LOGO_PIXELS = 1024;

export function isWithinBounds({ width, height }: Pick<Picture, 'width' | 'height'>): boolean {
  return width <= MAX_LOGO_PIXELS && height <= MAX_LOGO_PIXELS;
}

const LATIN = new TextDecoder('latin1');

/** Bytes as characters of the same number. */
export function charsOf(bytes: Uint8Array): string {
  return LATIN.decode(bytes);
}

export function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const TRICKS = /<(?:!doctype|html|head|body|script|iframe|svg|object|embed|form|\?php)\b|%PDF-|PK\x03\x04|javascript:/i;

/**
 * Whether the bytes beside the picture are a document of another kind. They would be left out anyway; but such a
 * picture is no accident, and to take it without a word would say that all is well with it.
 */
export function isTrick(beside: Uint8Array): boolean {
  return TRICKS.test(charsOf(beside));
}
