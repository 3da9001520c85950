import type { Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';

export interface Reply {
  readonly status: number;
  /** Names in lower case; several of one name are joined by a line feed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Sent {
  readonly method: string;
  readonly bytes: Buffer;
  /** Where it comes from. */
  readonly address: string;
  /** The other end hangs up when all bytes are sent. */
  readonly hangsUp: boolean;
}

/** Nobody waits that long for anything: the answer will never come. */
export const HANG_MS = 120_000;

/**
 * Sends bytes to a server over a pipe in this process, one request for each connection. It is not a short cut past
 * anything of ours: Node's own parser reads the bytes and its own writer makes the answer; only the sockets of the
 * system are left out, of which a million would take the ports of the machine. null: hung up without an answer.
 */
export async function sendTo(server: Server, sent: Sent, hangMs: number): Promise<Reply | null> {
  const [ours, theirs] = duplexPair();
  Object.assign(theirs, { remoteAddress: sent.address });
  theirs.on('error', () => {});
  server.emit('connection', theirs);
  ours.write(sent.bytes);
  if (sent.hangsUp) ours.end();
  const whole = await withinDeadline(allOf(ours, theirs), hangMs);
  ours.destroy();
  return readReply(whole, sent.method);
}

function allOf(ours: Duplex, theirs: Duplex): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = () => resolve(Buffer.concat(chunks));
    ours.on('data', (chunk: Buffer) => chunks.push(chunk));
    ours.once('end', end).once('error', end).once('close', end);
    theirs.once('close', () => setImmediate(end));
  });
}

async function withinDeadline(answer: Promise<Buffer>, hangMs: number): Promise<Buffer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`a hang: no answer within ${hangMs / 1000} seconds`)), hangMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function readReply(whole: Buffer, method: string): Reply | null {
  if (whole.length === 0) return null;
  const end = whole.indexOf('\r\n\r\n');
  const [first = '', ...lines] = whole.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (end < 0 || Number.isNaN(status)) throw new Error(`not HTTP: ${whole.toString('latin1').slice(0, 200)}`);
  const rest = whole.subarray(end + 4);
  // 'Go on', before the answer itself.
  if (status < 200) return readReply(rest, method);
  const headers = readHeaders(lines);
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  return { status, headers, body: isEmpty ? '' : readBody(headers, rest) };
}

function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(':');
    const [name, value] = [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    headers[name] = headers[name] === undefined ? value : `${headers[name]}\n${value}`;
  }
  return headers;
}

function readBody(headers: Readonly<Record<string, string>>, rest: Buffer): string {
  const length = headers['content-length'];
  if (length === undefined) return headers['transfer-encoding'] === 'chunked' ? readChunks(rest) : rest.toString();
  if (rest.length < Number(length)) throw new Error(`an answer of ${length} bytes ends after ${rest.length}`);
  return rest.subarray(0, Number(length)).toString();
}

function readChunks(rest: Buffer): string {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf('\r\n', at);
    if (line < 0) throw new Error('an answer in chunks has no end');
    const size = Number.parseInt(rest.subarray(at, line).toString(), 16);
    if (size === 0) return Buffer.concat(chunks).toString();
    chunks.push(rest.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
