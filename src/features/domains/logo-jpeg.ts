import { charsOf, isTrick, joinBytes, type Picture, startsWith } from './logo-picture.ts';

export const JPEG_START = [0xff, 0xd8, 0xff];

interface Segment {
  readonly marker: number;
  readonly content: Uint8Array;
  /** Marker, length, content and, of a scan, the coded pixels. */
  readonly whole: Uint8Array;
}

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Baseline, extended and progressive. Nobody's browser shows the others. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const HUFFMAN_TABLES = 0xc4;
const QUANTISATION_TABLES = 0xdb;
const RESTART_INTERVAL = 0xdd;
const COMMENT = 0xfe;
const JFIF = 0xe0;
const ADOBE = 0xee;
/** A progressive picture has about ten; every one is drawn over the whole picture. */
const MOST_SCANS = 64;

/** Version 1.1, no density, no thumbnail. */
const PLAIN_JFIF = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0];

/**
 * A JPEG (ITU-T T.81) with nothing but its picture: EXIF, XMP, colour profiles, thumbnails and comments are
 * left out. null for anything that is not exactly one JPEG from its first byte to its last.
 */
export function readJpeg(bytes: Uint8Array): Picture | null {
  const segments = readSegments(bytes);
  if (!segments?.every(isSound)) return null;
  const frames = segments.filter(({ marker }) => FRAMES.includes(marker));
  const scans = segments.filter(({ marker }) => marker === START_OF_SCAN);
  const [frame] = frames;
  const [scan] = scans;
  if (!frame || !scan || frames.length > 1 || scans.length > MOST_SCANS) return null;
  if (segments.indexOf(scan) < segments.indexOf(frame)) return null;
  const view = viewOf(frame.content);
  return { width: view.getUint16(3), height: view.getUint16(1), bytes: rewrite(segments) };
}

/** All of them, to the end of the image, which has to be the end of the bytes. */
function readSegments(bytes: Uint8Array): Segment[] | null {
  if (!startsWith(bytes, JPEG_START)) return null;
  const view = viewOf(bytes);
  const segments: Segment[] = [];
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff)
      at += 1; // A byte that fills.
    else if (marker === END_OF_IMAGE) return at + 2 === bytes.length ? segments : null;
    else {
      const segment = readSegment(bytes, at, marker);
      if (segment === null) return null;
      segments.push(segment);
      at += segment.whole.length;
    }
  }
  return null;
}

function readSegment(bytes: Uint8Array, at: number, marker: number): Segment | null {
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || at + 4 > bytes.length) return null;
  const contentEnd = at + 2 + viewOf(bytes).getUint16(at + 2);
  if (contentEnd < at + 4 || contentEnd > bytes.length) return null;
  const end = marker === START_OF_SCAN ? endOfScan(bytes, contentEnd) : contentEnd;
  return { marker, content: bytes.subarray(at + 4, contentEnd), whole: bytes.subarray(at, end) };
}

/** Coded pixels go on to the next marker that is no restart; a zero behind 0xff says that it is no marker. */
function endOfScan(bytes: Uint8Array, begin: number): number {
  for (let at = begin; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function isSound({ marker, content, whole }: Segment): boolean {
  const view = viewOf(content);
  if (FRAMES.includes(marker)) return isFrame(view);
  switch (marker) {
    case START_OF_SCAN:
      return content.length === 4 + 2 * (content[0] ?? 0) && whole.length > content.length + 4;
    case RESTART_INTERVAL:
      return content.length === 2;
    case QUANTISATION_TABLES:
      return endsExactly(content, (at) => 1 + ((content[at] ?? 0) >> 4 === 0 ? 64 : 128));
    case HUFFMAN_TABLES:
      return endsExactly(
        content,
        (at) => 17 + content.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0),
      );
    case JFIF:
      return isJfif(content);
    case COMMENT:
      return !isTrick(content);
    default:
      return isApplicationData(marker) && !isTrick(content);
  }
}

/** Eight bits, a size, and one, three or four colours of three bytes each. */
function isFrame(view: DataView): boolean {
  if (view.byteLength < 6) return false;
  const components = view.getUint8(5);
  const isSized = view.getUint16(1) > 0 && view.getUint16(3) > 0;
  return view.getUint8(0) === 8 && isSized && [1, 3, 4].includes(components) && view.byteLength === 6 + 3 * components;
}

function endsExactly(content: Uint8Array, lengthAt: (at: number) => number): boolean {
  let at = 0;
  while (at < content.length) at += lengthAt(at);
  return at === content.length;
}

/** Or its extension. A header with a length of its own choice is how a script hides in a picture. */
function isJfif(content: Uint8Array): boolean {
  const name = charsOf(content.subarray(0, 5));
  if (name === 'JFXX\0') return !isTrick(content);
  const [width = 0, height = 0] = content.subarray(12, 14);
  return name === 'JFIF\0' && content.length === 14 + 3 * width * height;
}

function isApplicationData(marker: number): boolean {
  return marker > JFIF && marker <= 0xef;
}

/** What draws, and the two that say what its numbers mean. */
function rewrite(segments: readonly Segment[]): Uint8Array {
  const drawing = segments.filter(({ marker }) => marker < JFIF);
  const hasJfif = segments.some(
    ({ marker, content }) => marker === JFIF && startsWith(content, [0x4a, 0x46, 0x49, 0x46]),
  );
  const adobe = segments.find(({ marker, content }) => marker === ADOBE && isAdobe(content));
  return joinBytes([
    Uint8Array.of(0xff, 0xd8),
    Uint8Array.from(hasJfif ? PLAIN_JFIF : []),
    ...(adobe ? [adobe.whole] : []),
    ...drawing.map(({ whole }) => whole),
    Uint8Array.of(0xff, END_OF_IMAGE),
  ]);
}

/** Twelve bytes that say how colours were turned into numbers. */
function isAdobe(content: Uint8Array): boolean {
  return content.length === 12 && charsOf(content.subarray(0, 5)) === 'Adobe';
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
