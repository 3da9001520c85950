import type { Response } from 'express';
import type { ChosenPage } from './public-pages.ts';

/** Without Express's own sending: nothing dynamic is ever fresh, ranged or negotiated. */
export function send(response: Response, status: number, contentType: string, body: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

export function sendJson(response: Response, status: number, value: object): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(value));
}

/** A page that may be kept, if it is asked about again each time. `isOwn`: the name of a customer stands on it. */
export function sendPublic(response: Response, page: ChosenPage, { isOwn }: { readonly isOwn: boolean }): void {
  const isPrivate = isOwn || response.hasHeader('Set-Cookie');
  response.removeHeader('X-Robots-Tag');
  response.setHeader('Cache-Control', isPrivate ? 'private, no-cache' : 'no-cache');
  response.setHeader('Vary', 'Cookie, Accept-Language');
  response.setHeader('ETag', page.etag);
  if (page.isKnown) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', page.latin1.length);
  response.end(page.latin1, 'latin1');
}
