import { connect, type Socket } from 'node:net';

/** One keep-alive connection that asks one thing at a time. As cheap as it gets: the load shares the cores with the server. */
export interface Connection {
  /** Sends these bytes and gives the answer's body; throws on any status but the expected one. */
  ask(request: string, expectedStatus: number): Promise<string>;
  close(): void;
}

const HEAD_END = '\r\n\r\n';

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return { ask: createAsker(socket), close: () => socket.destroy() };
}

interface Waiting {
  readonly expectedStatus: number;
  readonly resolve: (body: string) => void;
  readonly reject: (error: Error) => void;
}

function createAsker(socket: Socket): Connection['ask'] {
  let received = '';
  let waiting: Waiting | null = null;
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    const answer = takeAnswer(received);
    if (answer === null || waiting === null) return;
    const asked = waiting;
    [received, waiting] = ['', null];
    if (answer.status === asked.expectedStatus) asked.resolve(answer.body);
    else asked.reject(new Error(`answered ${answer.status}: ${answer.body.slice(0, 200)}`));
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the server has hung up')));
  return (request, expectedStatus) =>
    new Promise((resolve, reject) => {
      waiting = { expectedStatus, resolve, reject };
      socket.write(request);
    });
}

function takeAnswer(received: string): { status: number; body: string } | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const head = received.slice(0, headEnd);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const start = headEnd + HEAD_END.length;
  if (received.length < start + length) return null;
  return { status: Number(head.slice(9, 12)), body: received.slice(start, start + length) };
}

/** The bytes of a request as a program sends them. `lines` are further header lines. */
export function post(path: string, body: object, lines: readonly string[] = []): string {
  return bytesOf(path, 'application/json', JSON.stringify(body), lines);
}

/** The same as a form of a page sends it. */
export function postForm(path: string, fields: Record<string, string>, lines: readonly string[] = []): string {
  return bytesOf(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString(), lines);
}

export function get(path: string, lines: readonly string[] = []): string {
  return `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n')}${HEAD_END}`;
}

function bytesOf(path: string, type: string, body: string, lines: readonly string[]): string {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    ...lines,
  ];
  return `${head.join('\r\n')}${HEAD_END}${body}`;
}
