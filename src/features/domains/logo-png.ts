import { charsOf, type Inflate, isTrick, isWithinBounds, joinBytes, type Picture, startsWith } from './logo-picture.ts';

export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

interface Chunk {
  readonly type: string;
  readonly content: Uint8Array;
  /** With length, type and checksum. */
  readonly whole: Uint8Array;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: Colour;
  readonly isInterlaced: boolean;
}

interface Colour {
  readonly channels: number;
  readonly depths: readonly number[];
  readonly palette: 'needed' | 'allowed' | 'forbidden';
  /** Bytes of tRNS; null where none is allowed, 'palette' for as many as there are colours. */
  readonly transparency: number | 'palette' | null;
}

const COLOURS: Readonly<Record<number, Colour>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16], palette: 'forbidden', transparency: 2 },
  2: { channels: 3, depths: [8, 16], palette: 'allowed', transparency: 6 },
  3: { channels: 1, depths: [1, 2, 4, 8], palette: 'needed', transparency: 'palette' },
  4: { channels: 2, depths: [8, 16], palette: 'forbidden', transparency: null },
  6: { channels: 4, depths: [8, 16], palette: 'allowed', transparency: null },
};

const KEPT = ['IHDR', 'sRGB', 'gAMA', 'cHRM', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const MOVING = ['acTL', 'fcTL', 'fdAT'];
const ORDER = /^IHDR(?: sRGB)?(?: gAMA)?(?: cHRM)?(?: PLTE)?(?: tRNS)?(?: IDAT)+ IEND$/;
const LENGTHS: Readonly<Record<string, number>> = { sRGB: 1, gAMA: 4, cHRM: 32, IEND: 0 };

/**
 * A still PNG (PNG Specification, third edition) with nothing but its picture: text, times, EXIF and colour
 * profiles are left out. null for anything that is not exactly one PNG whose pixels unpack to their size.
 */
export function readPng(bytes: Uint8Array, inflate: Inflate): Picture | null {
  const chunks = readChunks(bytes);
  const first = chunks?.[0];
  const header = first?.type === 'IHDR' ? readHeader(first.content) : null;
  if (!chunks || !header || chunks.some(isRefused)) return null;
  const kept = inOrder(chunks.filter(({ type }) => KEPT.includes(type)));
  if (!ORDER.test(kept.map(({ type }) => type).join(' ')) || !isComplete(kept, header)) return null;
  if (isWithinBounds(header) && !unpacks(kept, header, inflate)) return null;
  const { width, height } = header;
  return { width, height, bytes: joinBytes([Uint8Array.from(PNG_SIGNATURE), ...kept.map(({ whole }) => whole)]) };
}

/** All of them, to the last byte; null where one is broken or anything follows IEND. */
function readChunks(bytes: Uint8Array): Chunk[] | null {
  if (!startsWith(bytes, PNG_SIGNATURE)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    const type = charsOf(bytes.subarray(at + 4, at + 8));
    if (!/^[A-Za-z]{4}$/.test(type)) return null;
    if (view.getUint32(end - 4) !== checksum(bytes.subarray(at + 4, end - 4))) return null;
    chunks.push({ type, content: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    at = end;
    if (type === 'IEND') break;
  }
  return at === bytes.length && chunks.at(-1)?.type === 'IEND' ? chunks : null;
}

/** What must be understood and is not (its name begins with a capital), what moves, and what hides something. */
function isRefused({ type, content }: Chunk): boolean {
  if (KEPT.includes(type)) return false;
  return /^[A-Z]/.test(type) || MOVING.includes(type) || isTrick(content);
}

/** The three about colour may stand in any order among themselves; the picture is the same. */
function inOrder(chunks: readonly Chunk[]): readonly Chunk[] {
  const rank = ({ type }: Chunk) => ['sRGB', 'gAMA', 'cHRM'].indexOf(type);
  const begin = 1;
  const end = chunks.findIndex((chunk, at) => at >= begin && rank(chunk) === -1);
  const colours = chunks.slice(begin, end).sort((one, other) => rank(one) - rank(other));
  return [...chunks.slice(0, begin), ...colours, ...chunks.slice(end)];
}

function readHeader(content: Uint8Array): Header | null {
  if (content.length !== 13) return null;
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const [width, height, depth] = [view.getUint32(0), view.getUint32(4), view.getUint8(8)];
  const colour = COLOURS[view.getUint8(9)];
  const [compression, filter, interlace] = [view.getUint8(10), view.getUint8(11), view.getUint8(12)];
  if (width === 0 || height === 0 || !colour?.depths.includes(depth)) return null;
  if (compression !== 0 || filter !== 0 || interlace > 1) return null;
  return { width, height, depth, colour, isInterlaced: interlace === 1 };
}

function isComplete(chunks: readonly Chunk[], { colour, depth }: Header): boolean {
  const lengthOf = (type: string) => chunks.find((chunk) => chunk.type === type)?.content.length ?? null;
  const [palette, transparency] = [lengthOf('PLTE'), lengthOf('tRNS')];
  if (chunks.some(({ type, content }) => content.length !== (LENGTHS[type] ?? content.length))) return false;
  if (palette === null ? colour.palette === 'needed' : colour.palette === 'forbidden') return false;
  const colours = (palette ?? 3) / 3;
  if (!Number.isInteger(colours) || colours < 1 || colours > 2 ** Math.min(depth, 8)) return false;
  if (transparency === null) return true;
  if (colour.transparency === 'palette') return transparency > 0 && transparency <= colours;
  return transparency === colour.transparency;
}

function unpacks(chunks: readonly Chunk[], header: Header, inflate: Inflate): boolean {
  const packed = joinBytes(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
  const size = unpackedSize(header);
  return inflate(packed, size)?.length === size;
}

/** Where the seven passes of an interlaced picture begin, and their steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Every row begins with the number of its filter. */
function unpackedSize({ width, height, depth, colour, isInterlaced }: Header): number {
  const sizeOf = (columns: number, rows: number) =>
    columns === 0 || rows === 0 ? 0 : rows * (1 + Math.ceil((columns * depth * colour.channels) / 8));
  if (!isInterlaced) return sizeOf(width, height);
  return PASSES.reduce((total, [left, top, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((width - left) / stepX), Math.ceil((height - top) / stepY)];
    return total + sizeOf(Math.max(0, columns), Math.max(0, rows));
  }, 0);
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** CRC-32 as in ISO 3309. */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CHECKSUMS[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
