import type { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { type Phase, phaseOf, type SmtpServer, transportOptions } from './smtp.ts';

/** What a mail server shows of itself to somebody who brings no mail. */
export type MailServerSeen =
  | {
      readonly kind: 'answered';
      readonly isEncrypted: boolean;
      /** Of its certificate; null without encryption. */
      readonly validUntilMs: number | null;
      /** Whether user and password were taken; else there was no need for them. */
      readonly isSignedIn: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly phase: Phase;
      /** A name such as ECONNREFUSED, or the three digits of an answer. */
      readonly code: string;
      /** What the server said; null when it said nothing. */
      readonly answer: string | null;
    };

/** Connects as for a mail, EHLO, STARTTLS and sign-in included, and says goodbye. */
export async function lookAtMailServer(server: SmtpServer, withinMs: number): Promise<MailServerSeen> {
  const options = transportOptions({ server, maxConnections: 1 });
  const waits = {
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    dnsTimeout: withinMs,
    socketTimeout: withinMs,
  };
  const connection = new SMTPConnection({ ...options, ...waits });
  try {
    await step(connection, (done) => connection.connect(done));
    const validUntilMs = connection.secure ? validUntilOf(connection._socket as TLSSocket) : null;
    const { user, password } = server;
    const credentials = { user: user ?? '', pass: password?.reveal() ?? '' };
    // As for a mail: a user alone is named to nobody who does not ask.
    const signsIn = user !== null && (password !== null || connection.allowsAuth);
    if (signsIn) await step(connection, (done) => connection.login({ credentials }, done));
    connection.quit();
    return { kind: 'answered', isEncrypted: connection.secure, validUntilMs, isSignedIn: signsIn };
  } catch (error) {
    const { code, responseCode, response } = error as SMTPConnection.SMTPError & { originalCode?: string };
    const name = (error as { originalCode?: string }).originalCode ?? code ?? 'EUNKNOWN';
    return { kind: 'refused', phase: phaseOf(code), code: String(responseCode ?? name), answer: response ?? null };
  } finally {
    connection.close();
  }
}

/** An error may come by the callback or as an event, also after the one that was waited for. */
function step(connection: SMTPConnection, begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject);
    begin((error) => (error ? reject(error) : resolve()));
  });
}

function validUntilOf(socket: TLSSocket): number | null {
  const certificate = socket.getPeerX509Certificate();
  return certificate === undefined ? null : Date.parse(certificate.validTo);
}
