import type { Body } from './bodies.ts';
import { RAW_BODIES } from './raw-bodies.ts';
import type { Fields } from './values.ts';

/** How a body goes over the wire. */
export interface Written {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Buffer;
  /** What the address gets. */
  readonly query: string;
  readonly hangsUp: boolean;
  /** Whether somebody could still read all that was written. */
  readonly isWhole: boolean;
}

const BOUNDARY = 'fuzz-boundary-7d1';
const TYPES = {
  json: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
  query: 'application/x-www-form-urlencoded',
};

export const NO_BODY: Written = { headers: [], bytes: Buffer.alloc(0), query: '', hangsUp: false, isWhole: true };

export function writeBody({ fields, form, type, spoiling }: Body): Written {
  if (form === 'query') return { ...NO_BODY, query: formOf(fields), headers: [['Content-Length', '0']] };
  const right = TYPES[form];
  const types = { right: [right], none: [], twice: [right, right], joined: [`${right}, ${right}`] };
  const said = typeof type === 'string' ? types[type] : [type.type];
  const headers = said.map((value) => ['Content-Type', value] as const);
  const bytes =
    form === 'json'
      ? Buffer.from(JSON.stringify(fields))
      : form === 'multipart'
        ? multipartOf(fields)
        : Buffer.from(formOf(fields));
  const sized = (body: Buffer, length = body.length) => [...headers, ['Content-Length', String(length)] as const];
  const plain = { ...NO_BODY, headers: sized(bytes), bytes, isWhole: type === 'right' };
  switch (spoiling?.kind) {
    case undefined:
      return plain;
    case 'raw': {
      const raw = Buffer.from(RAW_BODIES[spoiling.name]);
      return { ...plain, bytes: raw, headers: sized(raw), isWhole: false };
    }
    case 'cut': {
      const cut = bytes.subarray(0, spoiling.at % (bytes.length + 1));
      return { ...plain, bytes: cut, headers: sized(cut), isWhole: false };
    }
    case 'hang-up':
      return { ...plain, bytes: bytes.subarray(0, spoiling.at % (bytes.length + 1)), hangsUp: true, isWhole: false };
    case 'byte':
      return { ...plain, bytes: withByte(bytes, spoiling.at), isWhole: false };
    case 'length': {
      const length = BigInt(bytes.length) + BigInt(spoiling.by);
      const said = [...headers, ['Content-Length', String(length)] as const];
      return { ...plain, headers: said, hangsUp: spoiling.by > 0, isWhole: false };
    }
    case 'chunked':
      return { ...plain, headers: [...headers, ['Transfer-Encoding', 'chunked']], bytes: chunksOf(bytes) };
    case 'gzip':
      return { ...plain, headers: [...sized(bytes), ['Content-Encoding', 'gzip']], isWhole: false };
    case 'expect':
      return { ...plain, headers: [...sized(bytes), ['Expect', '100-continue']] };
  }
}

/** One byte that is no UTF-8 by itself. */
function withByte(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  if (changed.length > 0) changed[at % changed.length] = 0xff;
  return changed;
}

function chunksOf(bytes: Buffer): Buffer {
  const half = bytes.length >> 1;
  const chunks = [bytes.subarray(0, half), bytes.subarray(half)].filter((chunk) => chunk.length > 0);
  const written = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from('0\r\n\r\n')]);
}

type Pair = readonly [name: string, value: string | Uint8Array];

/** As forms name what stands in lists and objects. */
function pairsOf(name: string, value: unknown, depth = 0): readonly Pair[] {
  if (value instanceof Uint8Array) return [[name, value]];
  if (Array.isArray(value) && depth < 4) {
    const list = name.endsWith('[]') ? name : `${name}[]`;
    return value.flatMap((one) => pairsOf(list, one, depth + 1));
  }
  if (typeof value === 'object' && value !== null && depth < 4) {
    return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${key}]`, one, depth + 1));
  }
  const isText = typeof value !== 'object';
  return [[name, isText ? String(value) : value === null ? '' : JSON.stringify(value)]];
}

function formOf(fields: Fields): string {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  const pairs = Object.entries(fields).flatMap(([name, value]) => pairsOf(name, value));
  return pairs.map(([name, value]) => `${encode(name)}=${encode(String(value))}`).join('&');
}

function multipartOf(fields: Fields): Buffer {
  const pairs = Object.entries(fields).flatMap(([name, value]) => pairsOf(name, value));
  const parts = pairs.flatMap(([name, value]) => {
    const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
    const file = typeof value === 'string' ? '' : '; filename="logo.png"\r\nContent-Type: image/png';
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')];
  });
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
