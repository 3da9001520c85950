import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { MAX_LOGO_BYTES } from '#src/features/domains/domain-bounds.ts';
import {
  jpegSegment,
  PICTURES,
  type PictureName,
  picture,
  png,
  pngChunk,
  readLogo,
  riffChunk,
  spliced,
  webp,
  webpCanvas,
} from './pictures.ts';

const names = Object.keys(PICTURES) as PictureName[];
const html = '<html><script>alert(1)</script></html>';
const zip = Buffer.from('504b0304140000000000', 'hex');
const TYPES = { p: 'image/png', j: 'image/jpeg', w: 'image/webp' } as const;
const types: Readonly<Record<PictureName, keyof typeof TYPES>> = {
  ...{ rgba: 'p', interlaced: 'p', palette: 'p', greyPng: 'p', lossy: 'w', lossless: 'w', seeThrough: 'w' },
  ...{ baseline: 'j', progressive: 'j', greyJpeg: 'j', cmyk: 'j' },
};

function kept(bytes: Uint8Array): Buffer {
  const logo = readLogo(bytes);
  assert.ok(logo.ok, JSON.stringify(logo));
  return Buffer.from(logo.value.bytes);
}

function refusal(bytes: Uint8Array): string {
  const logo = readLogo(bytes);
  return logo.ok ? 'taken' : logo.failure.kind;
}

for (const name of names) {
  test(`a picture is known by what is in it, and kept in a form that is taken again: ${name}`, () => {
    const logo = readLogo(picture(name));
    assert.ok(logo.ok);
    assert.equal(logo.value.type, TYPES[types[name]]);
    assert.match(logo.value.hash, /^[0-9a-f]{32}$/);
    assert.deepEqual(readLogo(logo.value.bytes), logo);
  });
}

test('metadata of a PNG are left out, its picture stays to the byte', () => {
  const colour = pngChunk('gAMA', Buffer.alloc(4));
  const text = [pngChunk('tEXt', 'Author\0Robin'), pngChunk('eXIf', 'MM\0*'), pngChunk('zzZz', 'anything')];
  assert.deepEqual(kept(png({ before: [...text, colour, pngChunk('tIME', 'x')] })), png({ before: [colour] }));
});

test('metadata of a JPEG are left out, its picture stays to the byte', () => {
  const plain = kept(picture('baseline'));
  const exif = jpegSegment(0xe1, 'Exif\0\0MM\0*Robin was here');
  const full = spliced(picture('baseline'), 20, exif, jpegSegment(0xe2, 'ICC_PROFILE\0'), jpegSegment(0xfe, 'Robin'));
  assert.deepEqual(kept(full), plain);
  assert.equal(plain.includes('Robin'), false);
});

test('metadata of a WebP are left out, and with them the header they needed', () => {
  const image = picture('lossy').subarray(12);
  const full = webp(
    webpCanvas(0x2c),
    riffChunk('ICCP', 'p'),
    image,
    riffChunk('EXIF', 'Robin'),
    riffChunk('XMP ', 'x'),
  );
  assert.deepEqual(kept(full), picture('lossy'));
});

const jpeg = picture('baseline');
const scanAt = jpeg.indexOf(Buffer.of(0xff, 0xda));
const frameAt = jpeg.indexOf(Buffer.of(0xff, 0xc0));
const lossy = picture('lossy').subarray(12);
const tables = (count: number) => Buffer.concat(Array(count).fill(jpeg.subarray(scanAt, -2)));

const refused: readonly (readonly [what: string, bytes: Uint8Array])[] = [
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HTML', Buffer.from(`<!doctype html>${html}`)],
  ['GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
  ['BMP', Buffer.from(`BM${'\0'.repeat(60)}`)],
  ['PDF', Buffer.from('%PDF-1.7')],
  ['text', Buffer.from('logo.png')],
  ['a PNG with HTML behind it', Buffer.concat([png(), Buffer.from(html)])],
  ['a PNG with a ZIP behind it', Buffer.concat([png(), zip])],
  ['a PNG with one byte behind it', Buffer.concat([png(), Buffer.of(0)])],
  ['two PNGs', Buffer.concat([png(), png()])],
  ['a PNG with HTML in its text', png({ before: [pngChunk('tEXt', `Comment\0${html}`)] })],
  ['a PNG with a PDF in a chunk nobody knows', png({ before: [pngChunk('puPp', '%PDF-1.7')] })],
  ['a PNG with a critical chunk nobody knows', png({ before: [pngChunk('CgBI', 'x')] })],
  ['a PNG that moves', png({ before: [pngChunk('acTL', Buffer.alloc(8))] })],
  ['a PNG with HTML behind its packed pixels', png({ pixels: Buffer.concat([deflateSync(Buffer.alloc(6)), zip]) })],
  ['a PNG that unpacks to more than its size', png({ pixels: deflateSync(Buffer.alloc(60_000_000)) })],
  ['a PNG that unpacks to less than its size', png({ pixels: deflateSync(Buffer.alloc(5)) })],
  ['a PNG whose pixels do not unpack', png({ pixels: Buffer.from('no pixels') })],
  ['a PNG of no width', png({ width: 0 })],
  ['a PNG in a colour that is none', png({ colour: 5 })],
  ['a PNG that lacks its palette', png({ colour: 3 })],
  ['a PNG with a palette of half a colour', png({ colour: 3, before: [pngChunk('PLTE', 'abcd')] })],
  ['a PNG with two headers', png({ before: [png().subarray(8, 33)] })],
  ['a PNG with a checksum that is wrong', png().fill(1, 29, 30)],
  ['a PNG cut short', png().subarray(0, -1)],
  ['a PNG of a signature', png().subarray(0, 8)],
  ['a JPEG with HTML behind it', Buffer.concat([jpeg, Buffer.from(html)])],
  ['a JPEG with a ZIP behind it', Buffer.concat([jpeg, zip])],
  ['a JPEG with HTML in its comment', spliced(jpeg, 20, jpegSegment(0xfe, html))],
  [
    'a JPEG that is a script: its header is a comment in it',
    spliced(
      jpeg.subarray(20),
      0,
      Buffer.from('ffd8', 'hex'),
      jpegSegment(0xe0, `JFIF\0${' '.repeat(0x2f2a - 7)}`),
      jpegSegment(0xfe, '*/=alert(1)/*'),
    ),
  ],
  ['a JPEG with a first segment that is no JFIF', spliced(jpeg, 2, jpegSegment(0xe0, 'AVI1'))],
  ['a JPEG with two frames', spliced(jpeg, scanAt, jpeg.subarray(frameAt, frameAt + 19))],
  ['a JPEG without a frame', spliced(jpeg.subarray(0, frameAt), frameAt, jpeg.subarray(frameAt + 19))],
  ['a JPEG of a kind that browsers do not show', spliced(jpeg, 0).fill(0xc9, frameAt + 1, frameAt + 2)],
  ['a JPEG with tables that hold more than tables', spliced(jpeg, scanAt, jpegSegment(0xc4, Buffer.alloc(30)))],
  ['a JPEG with more scans than anybody needs', spliced(jpeg, jpeg.length - 2, tables(64))],
  ['a JPEG cut short', jpeg.subarray(0, -2)],
  ['a JPEG with a second image in it', spliced(jpeg, 20, jpeg)],
  ['a WebP with HTML behind it', Buffer.concat([picture('lossy'), Buffer.from(html)])],
  ['a WebP with a chunk nobody knows', webp(webpCanvas(0), lossy, riffChunk('JUNK', 'x'))],
  ['a WebP with a chunk behind its simple form', webp(lossy, riffChunk('EXIF', 'x'))],
  ['a WebP with HTML in its metadata', webp(webpCanvas(0x04), lossy, riffChunk('XMP ', html))],
  ['a WebP that moves', webp(webpCanvas(0x02), riffChunk('ANIM', Buffer.alloc(6)), riffChunk('ANMF', lossy))],
  ['a WebP that says it moves', webp(webpCanvas(0x02), lossy)],
  ['a WebP of another size than its canvas', webp(webpCanvas(0, 25, 16), lossy)],
  ['a WebP with two pictures', webp(webpCanvas(0), lossy, lossy)],
  ['a WebP that is longer than it says', picture('lossy').fill(0, 4, 5)],
  ['a sound in RIFF', riffChunk('RIFF', 'WAVEfmt ')],
];
for (const [what, bytes] of refused) {
  test(`what is no picture, or more than one, is refused: ${what}`, () => {
    assert.equal(refusal(bytes), 'wrong-logo');
  });
}

test('a picture of more than 1024 pixels on a side is refused before it is unpacked', () => {
  const wide = Buffer.from(jpeg);
  wide.writeUInt16BE(0xffff, frameAt + 5);
  const canvas = Buffer.from('2fffffff0f', 'hex');
  const bombs = [
    png({ width: 1025, height: 1 }),
    png({ width: 0x7fffffff, height: 0x7fffffff, pixels: deflateSync(Buffer.alloc(10)) }),
    wide,
    webp(riffChunk('VP8L', Buffer.concat([canvas, Buffer.alloc(10)]))),
  ];
  for (const bomb of bombs) assert.equal(refusal(bomb), 'logo-too-wide');
  assert.equal(refusal(png({ width: 1024, height: 1024 })), 'taken');
});

test('a picture of 100 kB is taken, one byte more is not, and nothing is no picture', () => {
  const padded = (size: number) => png({ before: [pngChunk('teXt', Buffer.alloc(size - png().length - 12))] });
  assert.equal(padded(MAX_LOGO_BYTES).length, MAX_LOGO_BYTES);
  assert.equal(refusal(padded(MAX_LOGO_BYTES)), 'taken');
  assert.equal(refusal(padded(MAX_LOGO_BYTES + 1)), 'logo-too-large');
  assert.equal(refusal(new Uint8Array()), 'no-logo');
});

test('whatever bytes come, they are answered; and what is taken once is taken again unchanged', () => {
  const starts = ['', '89504e470d0a1a0a', 'ffd8ff', '52494646'].map((hex) => Buffer.from(hex, 'hex'));
  const noise = fc
    .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 600 }))
    .map(([start, rest]) => Buffer.concat([start, rest]));
  const changed = fc
    .tuple(
      fc.constantFrom(...names),
      fc.array(fc.tuple(fc.nat(800), fc.nat(255)), { maxLength: 4 }),
      fc.option(fc.nat(800), { nil: undefined }),
    )
    .map(([name, changes, end]) => {
      const bytes = picture(name);
      for (const [at, byte] of changes) bytes.fill(byte, Math.min(at, bytes.length), Math.min(at + 1, bytes.length));
      return bytes.subarray(0, end);
    });
  fc.assert(
    fc.property(fc.oneof(noise, changed), (bytes) => {
      const logo = readLogo(bytes);
      if (logo.ok) assert.deepEqual(readLogo(logo.value.bytes), logo);
    }),
    { numRuns: 5_000 },
  );
});
