import { connect } from 'node:net';

/** One keep-alive connection that asks one thing at a time. Made cheap, since it shares the cores with the server. */
export interface Connection {
  /**
   * Sends these bytes and gives the answer's body, which is there until the next call. Throws on any status but the
   * expected one, and when the server hangs up.
   */
  ask(request: string | Buffer, expectedStatus: number): Promise<Buffer>;
  close(): void;
}

const CHUNK_BYTES = 64 * 1024;
const HEAD_END = '\r\n\r\n';

export async function openConnection(port: number): Promise<Connection> {
  const asked = createAsked();
  // One buffer for everything that comes: nothing is copied unless an answer comes in pieces.
  const callback = (bytes: number, buffer: Uint8Array) =>
    asked.take(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
  const socket = connect({
    ...{ port, host: '127.0.0.1', noDelay: true },
    onread: { buffer: Buffer.allocUnsafeSlow(CHUNK_BYTES), callback },
  });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('error', asked.fail);
  socket.on('close', () => asked.fail(new Error('the server has hung up')));
  const ask: Connection['ask'] = (request, expectedStatus) => {
    const answer = asked.next(expectedStatus);
    socket.write(request, 'latin1');
    return answer;
  };
  return { ask, close: () => socket.destroy() };
}

export function openConnections(port: number, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(port)));
}

interface Waiting {
  readonly expectedStatus: number;
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** Puts what comes together with what was asked. */
function createAsked() {
  let received: Buffer | null = null;
  let waiting: Waiting | null = null;
  let failure: Error | null = null;
  return {
    next: (expectedStatus: number) =>
      new Promise<Buffer>((resolve, reject) => {
        if (failure !== null) return reject(failure);
        waiting = { expectedStatus, resolve, reject };
      }),
    take: (chunk: Buffer): boolean => {
      const bytes = received === null ? chunk : Buffer.concat([received, chunk]);
      const answer = takeAnswer(bytes);
      // The chunk is overwritten by the next one.
      received = answer === null ? Buffer.from(bytes) : null;
      if (answer === null || waiting === null) return true;
      const { expectedStatus, resolve, reject } = waiting;
      waiting = null;
      if (answer.status === expectedStatus) resolve(answer.body);
      else reject(new Error(`answered ${answer.status}: ${answer.body.toString('latin1', 0, 200)}`));
      return true;
    },
    fail: (error: Error): void => {
      failure ??= error;
      waiting?.reject(failure);
    },
  };
}

/** The answer that these bytes are, or null while some of it is missing. */
export function takeAnswer(bytes: Buffer): { status: number; body: Buffer } | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const start = headEnd + HEAD_END.length;
  if (bytes.length < start + length) return null;
  return { status: Number(head.slice(9, 12)), body: bytes.subarray(start, start + length) };
}
