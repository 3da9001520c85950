import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The session's id in the value of its cookie, as express-session writes it ('s:id.signature', the
 * signature an unpadded base64 HMAC-SHA-256); null where the signature is not ours.
 */
export function readSessionId(value: string, secret: string): string | null {
  const dot = value.lastIndexOf('.');
  if (!value.startsWith('s:') || dot < 0) return null;
  const id = value.slice(2, dot);
  const signature = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
  const [given, right] = [Buffer.from(value.slice(dot + 1)), Buffer.from(signature)];
  return given.length === right.length && timingSafeEqual(given, right) ? id : null;
}
