import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type { Message } from './message.ts';

/** Where mail is handed over. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where it is offered, and nothing without it if there is a password. */
  readonly isTls: boolean;
  readonly user: string | null;
  readonly password: { reveal(): string } | null;
}

export interface SmtpOptions {
  readonly server: SmtpServer;
  readonly maxConnections: number;
  /** Instead of the authorities that Node trusts, PEM. */
  readonly authorities?: readonly string[];
  /** Longest time from the first step of a mail to its content. */
  readonly beginWithinMs?: number;
}

/** What was being done when it went wrong. */
export type Phase = 'connection' | 'encryption' | 'sign-in' | 'mail';

/** How a hand-over ended. */
export type HandOver =
  | { readonly kind: 'accepted'; readonly answer: string }
  | {
      readonly kind: 'refused';
      readonly phase: Phase;
      /** The three digits of the server's answer, or a name such as ECONNREFUSED. */
      readonly code: string;
      /** What the server said; may hold the address. */
      readonly answer: string | null;
      /** The same mail would be refused again. */
      readonly isPermanent: boolean;
      /** The content was on its way, and no answer came: the server may have taken it. */
      readonly isUncertain: boolean;
    }
  /** `mayBegin` said no, or the signal came; `isUncertain` as above. */
  | { readonly kind: 'stopped'; readonly isUncertain: boolean };

export interface HandOverOptions {
  /** Asked once, after the server has taken the recipient and before it gets the first byte of content. */
  mayBegin(): Promise<boolean>;
  readonly signal: AbortSignal;
}

export interface SmtpClient {
  /** Hands one mail to the mail server, over a kept connection where there is one. Never throws for what a server does. */
  send(message: Message, options: HandOverOptions): Promise<HandOver>;
  /** Closes all connections, also in the middle of a mail. */
  close(): void;
}

const BEGIN_WITHIN_MS = 120_000;
const CONNECT_WITHIN_MS = 30_000;
/** RFC 5321, 4.5.3.2.6: who gives up sooner on the last answer sends mails twice. */
const ANSWER_WITHIN_MS = 10 * 60_000;
const KEEP_IDLE_MS = 15_000;

/** SMTP by nodemailer. The content is held back until `mayBegin` allows it, and goes out at most once. */
export function createSmtpClient(options: SmtpOptions): SmtpClient {
  const transport = createTransport(transportOptions(options));
  const gates = new Map<string, () => Promise<boolean>>();
  transport.use('stream', (mail, done) => {
    const gate = gates.get(String(mail.data.messageId));
    mail.message.processFunc((input) => Readable.from(gated(input, gate), { objectMode: false }));
    done();
  });
  return {
    send: async (message, { mayBegin, signal }) => {
      const course = openCourse(mayBegin, options.beginWithinMs ?? BEGIN_WITHIN_MS);
      gates.set(message.messageId, course.gate);
      try {
        const any = AbortSignal.any([signal, course.tooLate]);
        const info = await transport.sendMail({ ...mailOptions(message), signal: any });
        return { kind: 'accepted', answer: info.response };
      } catch (error) {
        if (course.isForbidden() || signal.aborted) return { kind: 'stopped', isUncertain: course.hasBegun() };
        return refusalOf(error as SmtpError, course.hasBegun(), course.tooLate.aborted);
      } finally {
        course.end();
        gates.delete(message.messageId);
      }
    },
    close: () => transport.close(),
  };
}

/** How far one mail has come: `gate` is passed once, in time, and with leave. */
function openCourse(mayBegin: () => Promise<boolean>, beginWithinMs: number) {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), beginWithinMs);
  let state: 'waiting' | 'begun' | 'forbidden' = 'waiting';
  return {
    tooLate: deadline.signal,
    hasBegun: () => state === 'begun',
    isForbidden: () => state === 'forbidden',
    end: () => clearTimeout(timer),
    gate: async () => {
      // A connection that broke is replaced once: fine before the content, never after it.
      if (state !== 'waiting') return false;
      state = (await mayBegin()) ? 'begun' : 'forbidden';
      clearTimeout(timer);
      return state === 'begun';
    },
  };
}

async function* gated(input: Readable, gate: (() => Promise<boolean>) | undefined): AsyncGenerator<Uint8Array> {
  if (!gate || !(await gate())) throw new Error('the content is held back');
  yield* input;
}

/** For nodemailer: where to connect, and whom to trust. */
export function transportOptions({ server, maxConnections, authorities }: SmtpOptions) {
  const { host, port, isTls, user, password } = server;
  // Where nobody can stand in between, and nothing is worth it, a relay's makeshift certificate will do.
  const isUnverified = isLoopback(host) && !isTls && password === null;
  return {
    ...{ pool: true, host, port, secure: isTls, requireTLS: !isTls && password !== null },
    ...(user !== null && { auth: { user, pass: password?.reveal() ?? '' } }),
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: !isUnverified,
      ...(authorities && { ca: [...authorities] }),
    },
    ...{ connectionTimeout: CONNECT_WITHIN_MS, greetingTimeout: CONNECT_WITHIN_MS, dnsTimeout: CONNECT_WITHIN_MS },
    ...{ socketTimeout: ANSWER_WITHIN_MS, maxConnections, maxRequeues: 1, idleTimeout: KEEP_IDLE_MS },
  } as const;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** An encoded word has at most 75 characters with all its signs. */
const MOST_IN_A_WORD = 52;

function mailOptions({ from, to, dateMs, subject, ...message }: Message) {
  return {
    ...message,
    subject: asWritten(subject),
    // Objects are not parsed: what is not one address cannot become two.
    from: { ...from },
    to: { name: '', address: to },
    date: new Date(dateMs),
    // RFC 3834: nobody's holiday notice answers this.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  };
}

/** Words that look encoded (RFC 2047) are left as they are by nodemailer, and would be shown as what they stand for. */
function asWritten(subject: string): string {
  return subject.includes('=?') ? encodeWord(subject, 'Q', MOST_IN_A_WORD) : subject;
}

const PHASES: Readonly<Record<string, Phase>> = {
  EENVELOPE: 'mail',
  EMESSAGE: 'mail',
  EAUTH: 'sign-in',
  ENOAUTH: 'sign-in',
  ETLS: 'encryption',
};

/** By the code of an error of nodemailer. */
export function phaseOf(code: string | undefined): Phase {
  return PHASES[code ?? ''] ?? 'connection';
}

interface SmtpError {
  readonly code?: string;
  readonly originalCode?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
}

function refusalOf(error: SmtpError, hasBegun: boolean, isLate: boolean): HandOver {
  const { responseCode, response } = error;
  const name = isLate ? 'ETIMEDOUT' : (error.originalCode ?? error.code ?? 'EUNKNOWN');
  const phase = phaseOf(error.code);
  return {
    kind: 'refused',
    phase,
    code: responseCode === undefined ? name : String(responseCode),
    answer: response ?? null,
    // A greeting or a sign-in that is refused says nothing about this mail.
    isPermanent: phase === 'mail' && error.permanent === true,
    isUncertain: hasBegun && responseCode === undefined,
  };
}
