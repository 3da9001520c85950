import type { Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { TestCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';

/** How the server treats who comes: all but 'take' keep no mail. */
export type Manner =
  | 'take'
  /** 550 to every recipient. */
  | 'refuse'
  /** 451 to every recipient. */
  | 'later'
  /** 554 once the whole mail is there. */
  | 'refuse-content'
  /** Breaks off at the first bytes of the content. */
  | 'die-mid-message'
  /** Reads the whole mail, keeps it, and breaks off before it has said so. */
  | 'die-unanswered'
  /** Reads the whole mail and never answers. */
  | 'silent'
  /** Reads the whole mail, and treats it as the next manner says once there is one. */
  | 'hold';

export interface TakenMail {
  readonly to: readonly string[];
  readonly from: string;
  /** As it came over the wire. */
  readonly raw: string;
  readonly parsed: ParsedMail;
  readonly isEncrypted: boolean;
}

export interface TestSmtpServer {
  /** smtp:// or smtps://, with credentials where it asks for some: what HUSHLINK_MAIL_SMTP takes. */
  readonly address: string;
  readonly port: number;
  manner: Manner;
  /** Every mail taken, in order. */
  readonly mails: readonly TakenMail[];
  /** Contents seen, taken or not. */
  readonly contents: number;
  /** Conversations begun. */
  readonly connections: number;
  /** Resolves once it is so; it is looked at again whenever something happens. */
  until(isSo: () => boolean, timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface SmtpServerOptions {
  readonly port?: number;
  /** 'tls' from the first byte, 'starttls' on demand; both need a certificate. */
  readonly encryption?: 'none' | 'starttls' | 'tls';
  readonly certificate?: TestCertificate;
  readonly credentials?: { readonly user: string; readonly password: string };
  readonly manner?: Manner;
}

/** A mail server on loopback that keeps what it takes. */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const { encryption = 'none', certificate, credentials } = options;
  const port = options.port ?? (await freePort());
  const state = { manner: options.manner ?? ('take' as Manner), contents: 0, connections: 0 };
  const mails: TakenMail[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  let held: (() => void)[] = [];
  const notice = () => waiting.forEach((look) => void look());
  const cut = ({ remotePort }: SMTPServerSession) => {
    for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
  };
  const nextManner = async () => {
    while (state.manner === 'hold') await new Promise<void>((resolve) => held.push(resolve));
    return state.manner;
  };
  const server = new SMTPServer({
    ...{ secure: encryption === 'tls', authOptional: credentials === undefined, disableReverseLookup: true },
    ...{ logger: false, closeTimeout: 50, ...certificate },
    disabledCommands: [
      ...(encryption === 'starttls' ? [] : ['STARTTLS']),
      ...(credentials === undefined ? ['AUTH'] : []),
    ],
    onConnect: (_session, done) => {
      state.connections += 1;
      notice();
      done();
    },
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === credentials?.user && auth.password === credentials?.password;
      done(isRight ? null : refusal(535, 'wrong credentials'), isRight ? { user: auth.username } : undefined);
    },
    onRcptTo: (address, _session, done) => {
      if (state.manner === 'refuse') return done(refusal(550, `no ${address.address} here`));
      done(state.manner === 'later' ? refusal(451, 'greylisted') : null);
    },
    onData: async (stream, session, done) => {
      state.contents += 1;
      const before = state.manner;
      if (before === 'die-mid-message') stream.once('data', () => cut(session));
      const raw = await readAll(stream).catch(() => null);
      notice();
      const manner = before === 'hold' ? await nextManner() : before;
      if (raw !== null && (manner === 'take' || manner === 'die-unanswered')) mails.push(await mailOf(raw, session));
      if (manner === 'die-unanswered') cut(session);
      if (manner === 'take') done();
      if (manner === 'refuse-content') done(refusal(554, 'looks like nothing'));
      notice();
    },
  });
  // What a broken conversation leaves behind is the point of some tests.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const sender = credentials ? `${credentials.user}:${encodeURIComponent(credentials.password)}@` : '';
  return {
    ...{ port, mails, address: `${encryption === 'tls' ? 'smtps' : 'smtp'}://${sender}127.0.0.1:${port}` },
    get manner() {
      return state.manner;
    },
    set manner(manner) {
      state.manner = manner;
      const released = held;
      held = [];
      for (const release of released) release();
    },
    get contents() {
      return state.contents;
    },
    get connections() {
      return state.connections;
    },
    until: (isSo, timeoutMs = 60_000) => until(isSo, timeoutMs, waiting),
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function mailOf(raw: string, { envelope, secure }: SMTPServerSession): Promise<TakenMail> {
  return {
    raw,
    parsed: await simpleParser(raw),
    isEncrypted: secure === true,
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
  };
}

function until(isSo: () => boolean, timeoutMs: number, waiting: Set<() => void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!isSo()) return;
      end();
      resolve();
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`the mail server has waited ${timeoutMs} ms in vain`));
    }, timeoutMs);
    const end = () => {
      clearTimeout(timer);
      waiting.delete(look);
    };
    waiting.add(look);
    look();
  });
}
