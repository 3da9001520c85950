import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedSession {
  readonly id: string;
  /** Signed by the secret in force; an earlier one's signature will not be accepted for long. */
  readonly isFresh: boolean;
}

/**
 * The session's id in the value of its cookie, as express-session writes it ('s:id.signature', the
 * signature an unpadded base64 HMAC-SHA-256); null where the signature is by none of the secrets, of
 * which the first is in force.
 */
export function readSessionId(value: string, secrets: readonly string[]): SignedSession | null {
  const dot = value.lastIndexOf('.');
  if (!value.startsWith('s:') || dot < 0) return null;
  const id = value.slice(2, dot);
  const given = Buffer.from(value.slice(dot + 1));
  const signer = secrets.findIndex((secret) => isSame(given, Buffer.from(signatureOf(id, secret))));
  return signer < 0 ? null : { id, isFresh: signer === 0 };
}

/** Whether it looks like a session cookie of ours, whoever signed it: under a secret since removed, or another program. */
export function isSessionForm(value: string): boolean {
  return /^s:[\w-]+\.[\w+/]{43}$/.test(value);
}

/** The value that a cookie of this session has. */
export function sessionCookieValue(id: string, secret: string): string {
  return `s:${id}.${signatureOf(id, secret)}`;
}

function signatureOf(id: string, secret: string): string {
  return createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
}

function isSame(given: Buffer, right: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right);
}
