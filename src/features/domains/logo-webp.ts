import { charsOf, isTrick, joinBytes, type Picture } from './logo-picture.ts';

interface Chunk {
  readonly name: string;
  readonly content: Uint8Array;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const DROPPED = ['ICCP', 'EXIF', 'XMP '];
/** The picture alone, or behind a header with what may stand around it. */
const ORDER = /^(?:VP8L?|VP8X(?:,ICCP)?(?:(?:,ALPH)?,VP8|,VP8L)(?:,EXIF)?(?:,XMP)?)$/;
const HAS_ALPHA = 0x10;
const IS_MOVING = 0x02;

/**
 * A still WebP (RFC 9649) with nothing but its picture: EXIF, XMP and colour profiles are left out. null
 * for anything that is not exactly one WebP from its first byte to its last.
 */
export function readWebp(bytes: Uint8Array): Picture | null {
  const chunks = readChunks(bytes);
  if (!chunks || !ORDER.test(chunks.map(({ name }) => name.trimEnd()).join())) return null;
  if (chunks.some(({ name, content }) => DROPPED.includes(name) && isTrick(content))) return null;
  const contentOf = (sought: string) => chunks.find(({ name }) => name === sought)?.content ?? null;
  const [canvas, alpha, lossy, lossless] = ['VP8X', 'ALPH', 'VP8 ', 'VP8L'].map(contentOf);
  const size = lossy ? sizeOfLossy(lossy) : lossless && sizeOfLossless(lossless);
  if (!size || (canvas && !isCanvasOf(canvas, size))) return null;
  if (alpha && (alpha.length < 2 || ((alpha[0] ?? 0) & 0xc2) !== 0)) return null;
  const drawing = chunks.filter(({ name }) => name === 'ALPH' || (name.startsWith('VP8') && name !== 'VP8X'));
  const header = alpha ? [{ name: 'VP8X', content: canvasOf(size) }] : [];
  return { ...size, bytes: write([...header, ...drawing]) };
}

export function isRiff(bytes: Uint8Array): boolean {
  return charsOf(bytes.subarray(0, 4)) === 'RIFF' && charsOf(bytes.subarray(8, 12)) === 'WEBP';
}

/** All of them; null unless the length of the whole and of each is what it says. */
function readChunks(bytes: Uint8Array): Chunk[] | null {
  if (bytes.length < 20 || !isRiff(bytes)) return null;
  const view = viewOf(bytes);
  if (view.getUint32(4, true) !== bytes.length - 8) return null;
  const chunks: Chunk[] = [];
  let at = 12;
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length;
    if (end + (length % 2) > bytes.length || (length % 2 === 1 && bytes[end] !== 0)) return null;
    chunks.push({ name: charsOf(bytes.subarray(at, at + 4)), content: bytes.subarray(at + 8, end) });
    at = end + (length % 2);
  }
  return at === bytes.length ? chunks : null;
}

/** A key frame of VP8 (RFC 6386, 9.1), whose first part lies within it. */
function sizeOfLossy(content: Uint8Array): Size | null {
  if (content.length < 11) return null;
  const view = viewOf(content);
  const tag = view.getUint16(0, true) | (view.getUint8(2) << 16);
  const isKeyFrame = (tag & 1) === 0;
  const isShown = (tag & 0x10) !== 0;
  if (!isKeyFrame || !isShown || 10 + (tag >> 5) > content.length) return null;
  if (view.getUint8(3) !== 0x9d || view.getUint8(4) !== 0x01 || view.getUint8(5) !== 0x2a) return null;
  return sized({ width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff });
}

/** RFC 9649, 3.4: signature, two sizes of 14 bits, whether there is transparency, version 0. */
function sizeOfLossless(content: Uint8Array): Size | null {
  if (content.length < 6 || content[0] !== 0x2f) return null;
  const bits = viewOf(content).getUint32(1, true);
  if (bits >>> 29 !== 0) return null;
  return sized({ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 });
}

function sized(size: Size): Size | null {
  return size.width > 0 && size.height > 0 ? size : null;
}

function isCanvasOf(content: Uint8Array, { width, height }: Size): boolean {
  if (content.length !== 10) return false;
  const view = viewOf(content);
  const sideAt = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return (view.getUint8(0) & IS_MOVING) === 0 && sideAt(4) === width && sideAt(7) === height;
}

function canvasOf({ width, height }: Size): Uint8Array {
  const sides = [width - 1, height - 1].flatMap((side) => [side & 0xff, side >> 8, 0]);
  return Uint8Array.of(HAS_ALPHA, 0, 0, 0, ...sides);
}

function write(chunks: readonly Chunk[]): Uint8Array {
  const parts = chunks.map(({ name, content }) => {
    const whole = new Uint8Array(8 + content.length + (content.length % 2));
    whole.set(asciiOf(name));
    viewOf(whole).setUint32(4, content.length, true);
    whole.set(content, 8);
    return whole;
  });
  const head = Uint8Array.of(...asciiOf('RIFF'), 0, 0, 0, 0, ...asciiOf('WEBP'));
  const whole = joinBytes([head, ...parts]);
  viewOf(whole).setUint32(4, whole.length - 8, true);
  return whole;
}

function asciiOf(name: string): number[] {
  return [...name].map((char) => char.charCodeAt(0));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
