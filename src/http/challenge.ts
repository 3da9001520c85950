import type { Request, Response } from 'express';

/** HTTP Basic, e-mail and API token. */
export function challenge(response: Response): void {
  response.setHeader('WWW-Authenticate', 'Basic realm="Hushlink"');
}

/**
 * Whether a 401 asks for credentials (RFC 9110, 15.5.2): many programs send theirs only then. A page of a browser has a
 * form to sign in, and the browser's own dialog would stand before it.
 */
export function mayChallenge({ headers }: Pick<Request, 'headers'>): boolean {
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
