import type { Request, Response } from 'express';

export interface BasicCredentials {
  readonly name: string;
  readonly password: string;
}

const BASIC = /^basic +([a-z0-9+/]+=*)$/i;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** RFC 7617. Null for another scheme, and for an empty name or password. */
export function readBasicCredentials(authorization: string): BasicCredentials | null {
  const [, encoded] = BASIC.exec(authorization.trim()) ?? [];
  const text = encoded === undefined ? '' : decode(Buffer.from(encoded, 'base64'));
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) return null;
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Bytes that are no UTF-8 are taken for Latin-1: so write programs that know nothing else, Python's requests for one. */
function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Asks for e-mail and API token. */
export function askForCredentials(response: Response): void {
  response.setHeader('WWW-Authenticate', 'Basic realm="Hushlink"');
}

/**
 * Whether a 401 asks for credentials (RFC 9110, 15.5.2): many programs send theirs only then. A page of a browser has a
 * form to sign in, and the browser's own dialog would stand before it.
 */
export function mayAskForCredentials({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.authorization !== undefined || !isFromBrowser(headers);
}

/**
 * Older ones send no `Sec-Fetch-Site`, and no cookie once theirs are over; every one calls itself Mozilla. So does
 * PowerShell, which is none, and sends what `-Credential` gives only when it is asked.
 */
function isFromBrowser(headers: Request['headers']): boolean {
  const isOfPage = headers.cookie !== undefined || headers['sec-fetch-site'] !== undefined;
  const name = headers['user-agent'] ?? '';
  return isOfPage || (name.startsWith('Mozilla/') && !name.includes('PowerShell/'));
}
