import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { type DnsRecord, type Question, RCODES, type RecordType, readQuestion, replyTo } from './dns-message.ts';
import { freePort } from './free-port.ts';
import type { Cleanup } from './temp.ts';

/** What is sent back; null is silence. */
export type Respond = (question: Question) => Buffer | null | Promise<Buffer | null>;

/** A DNS server on loopback that does whatever a test wants. */
export interface DnsResponder {
  /** As HUSHLINK_DOMAINS_RESOLVERS takes it. */
  readonly address: string;
  /** Everything asked so far, in order. What was answered and is sent again, since the asker was held up, counts once. */
  readonly asked: readonly Question[];
  respond: Respond;
}

const MOST_TRIES = 20;

export async function startDnsResponder(t: Cleanup, respond: Respond): Promise<DnsResponder> {
  const asked: Question[] = [];
  const responder = { respond, asked, address: '' };
  const answer = (message: Buffer, via: Question['via']) => {
    const question = readQuestion(message, via);
    asked.push(question);
    return responder.respond(question);
  };
  /** By whom it came from and what it says. */
  const datagrams = new Map<string, Buffer>();
  const { udp, tcp, port } = await listenOnBoth();
  responder.address = `127.0.0.1:${port}`;
  let isOver = false;
  udp.on('message', async (message, from) => {
    const name = `${from.port} ${message.toString('latin1')}`;
    const reply = datagrams.get(name) ?? (await answer(message, 'udp'));
    if (reply === null || isOver) return;
    datagrams.set(name, reply);
    udp.send(reply, from.port, from.address);
  });
  const sockets = new Set<Socket>();
  tcp.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    // Questions are small: they come in one piece, after their length (RFC 1035, 4.2.2).
    socket.on('data', async (bytes: Buffer) => {
      const reply = await answer(bytes.subarray(2), 'tcp');
      if (reply !== null) socket.write(Buffer.concat([Buffer.from([reply.length >> 8, reply.length & 0xff]), reply]));
    });
  });
  t.after(() => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
    udp.close();
    tcp.close();
  });
  return responder;
}

/** Answers from a table of records, following aliases as resolvers do; what is not in it does not exist. */
export function fromTable(table: () => readonly DnsRecord[]): Respond {
  return (question) => {
    const found = follow(table(), question.name, question.type);
    const exists = table().some(({ name }) => name === question.name);
    return replyTo(question, found, { rcode: exists ? RCODES.ok : RCODES.nxdomain });
  };
}

function follow(table: readonly DnsRecord[], name: string, type: RecordType | null): DnsRecord[] {
  const here = table.filter((record) => record.name === name);
  const alias = here.find((record) => record.type === 'CNAME');
  if (alias === undefined || type === 'CNAME') return here.filter((record) => record.type === type);
  return [alias, ...follow(table, String(alias.data), type)];
}

/** The same port for datagrams and connections. */
async function listenOnBoth(): Promise<{ udp: UdpSocket; tcp: Server; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const [udp, tcp] = [createSocket('udp4'), createServer()];
    try {
      tcp.listen(port, '127.0.0.1');
      await once(tcp, 'listening');
      udp.bind(port, '127.0.0.1');
      await once(udp, 'listening');
      return { udp, tcp, port };
    } catch (error) {
      tcp.close();
      udp.close();
      if (tries === MOST_TRIES) throw error;
    }
  }
}
