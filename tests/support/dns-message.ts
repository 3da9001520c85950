import { createSocket } from 'node:dgram';

/** Types of records (RFC 1035, RFC 3596). */
export const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;
export type RecordType = keyof typeof TYPES;

export const RCODES = { ok: 0, malformed: 1, servfail: 2, nxdomain: 3, refused: 5 } as const;

export interface Question {
  readonly id: number;
  /** In lower case. */
  readonly name: string;
  /** null for a type that no test is about. */
  readonly type: RecordType | null;
  /** How it was asked. */
  readonly via: 'udp' | 'tcp';
  /** As it stands in the message. */
  readonly raw: Buffer;
}

/** `data`: an address, a name, or the chunks of a text. */
export interface DnsRecord {
  readonly name: string;
  readonly type: RecordType;
  readonly data: string | readonly string[];
}

export interface ReplyChanges {
  readonly rcode?: number;
  readonly isTruncated?: boolean;
  /** Of the message that it answers. */
  readonly id?: number;
}

const HEADER_BYTES = 12;
const CLASS_IN = 1;

export function readQuestion(message: Buffer, via: Question['via']): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = message.readUInt16BE(at + 1);
  const type = (Object.keys(TYPES) as RecordType[]).find((name) => TYPES[name] === code) ?? null;
  const raw = message.subarray(HEADER_BYTES, at + 5);
  return { id: message.readUInt16BE(0), name: labels.join('.').toLowerCase(), type, via, raw };
}

/** The message that answers a question with these records. */
export function replyTo(question: Question, records: readonly DnsRecord[], changes: ReplyChanges = {}): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(changes.id ?? question.id, 0);
  // A response, authoritative, recursion desired and available.
  header.writeUInt16BE(0x8580 | (changes.isTruncated ? 0x0200 : 0) | (changes.rcode ?? RCODES.ok), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question.raw, ...records.map(recordBytes)]);
}

/** Asks a server on loopback whether it is there. */
export function isAnswering(port: number): Promise<boolean> {
  const question = Buffer.concat([
    Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    nameBytes('test'),
    number16(TYPES.A, 1),
  ]);
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      socket.close();
      resolve(isThere);
    };
    const timer = setTimeout(() => end(false), 500);
    socket.once('message', () => end(true));
    socket.once('error', () => end(false));
    socket.connect(port, '127.0.0.1', () => socket.send(question));
  });
}

function recordBytes({ name, type, data }: DnsRecord): Buffer {
  const value = dataBytes(type, data);
  return Buffer.concat([nameBytes(name), number16(TYPES[type], CLASS_IN, 0, 0, value.length), value]);
}

function dataBytes(type: RecordType, data: DnsRecord['data']): Buffer {
  if (type === 'TXT')
    return Buffer.concat([data].flat().map((chunk) => Buffer.from([chunk.length, ...Buffer.from(chunk)])));
  const text = String(data);
  if (type === 'A') return Buffer.from(text.split('.').map(Number));
  return type === 'AAAA' ? number16(...groupsOf(text)) : nameBytes(text);
}

function nameBytes(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const [front, back] = [head, tail].map((half) =>
    half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)),
  );
  return [...front!, ...Array<number>(8 - front!.length - back!.length).fill(0), ...back!];
}

function number16(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  numbers.forEach((number, at) => void bytes.writeUInt16BE(number, at * 2));
  return bytes;
}
