import type { X509Certificate } from 'node:crypto';
import { connect, type TLSSocket } from 'node:tls';
import type { CertificateSeen, LookAtCertificate } from '#src/features/domains/certificate-port.ts';
import type { MayConnect } from './addresses.ts';

export interface CertificateLookOptions {
  readonly port: number;
  readonly mayConnect: MayConnect;
  /** For all addresses together. */
  readonly timeoutMs: number;
  /** PEM of the authorities to trust instead of Node's (NODE_EXTRA_CA_CERTS adds to those). */
  readonly ca?: string;
}

/** Somebody who has more addresses than that, all silent, is not there. */
const MOST_TRIES = 3;

export function createCertificateLook({ port, mayConnect, timeoutMs, ca }: CertificateLookOptions): LookAtCertificate {
  return async (name, addresses, cut) => {
    const hosts = addresses.filter(mayConnect).slice(0, MOST_TRIES);
    for (const host of hosts) {
      const timeUp = AbortSignal.timeout(Math.ceil(timeoutMs / hosts.length));
      const signal = cut === undefined ? timeUp : AbortSignal.any([cut, timeUp]);
      const seen = await shakeHands({ host, port, servername: name, ...(ca !== undefined && { ca }) }, signal);
      if (seen.kind === 'answered') return seen;
    }
    return { kind: 'silent' };
  };
}

interface Where {
  /** An address: with a name, Node would ask DNS again, and might be told another one. */
  readonly host: string;
  readonly port: number;
  readonly servername: string;
  readonly ca?: string;
}

function shakeHands(where: Where, signal: AbortSignal): Promise<CertificateSeen> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ kind: 'silent' });
    // A wrong certificate is what we have come to see.
    const socket = connect({ ...where, rejectUnauthorized: false });
    let isConnected = false;
    const end = (seen: CertificateSeen) => {
      signal.removeEventListener('abort', silent);
      socket.destroy();
      resolve(seen);
    };
    const silent = () => end({ kind: 'silent' });
    // Whoever breaks off a handshake is there, and has shown no certificate; a socket that we cut has ended before.
    const broken = () =>
      end(isConnected ? { kind: 'answered', isValid: false, validUntilMs: null } : { kind: 'silent' });
    signal.addEventListener('abort', silent);
    socket.once('connect', () => {
      isConnected = true;
    });
    socket.once('secureConnect', () => end(read(socket, where.servername)));
    socket.once('error', broken);
    socket.once('close', broken);
  });
}

function read(socket: TLSSocket, name: string): CertificateSeen {
  const certificate: X509Certificate | undefined = socket.getPeerX509Certificate();
  if (certificate === undefined) return { kind: 'answered', isValid: false, validUntilMs: null };
  // Node would take the name from the subject if there are no alternative names; browsers do not (RFC 9525).
  const isForName = certificate.checkHost(name, { subject: 'never' }) !== undefined;
  return { kind: 'answered', isValid: socket.authorized && isForName, validUntilMs: Date.parse(certificate.validTo) };
}
