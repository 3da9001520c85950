import type { Response } from 'express';
import type { Latin1 } from '#views/kept/latin1.ts';
import { endGathered } from './gathered.ts';
import { endWith, type KeptAnswer } from './kept-answer.ts';

/** Without Express's own sending: nothing dynamic is ever fresh, ranged or negotiated. */
export function send(response: Response, status: number, contentType: string, body: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  endGathered(response, body);
}

export function sendJson(response: Response, status: number, value: object): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(value));
}

/** A page of somebody's own. */
export function sendPage(response: Response, status: number, page: Latin1): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', page.length);
  endGathered(response, page, 'latin1');
}

/** A page that may be kept, if it is asked about again each time. `isOwn`: the name of a customer stands on it. */
export function sendPublic(response: Response, page: KeptAnswer, { isOwn }: { readonly isOwn: boolean }): void {
  const isPrivate = isOwn || response.hasHeader('Set-Cookie');
  response.removeHeader('X-Robots-Tag');
  response.setHeader('Cache-Control', isPrivate ? 'private, no-cache' : 'no-cache');
  response.setHeader('Vary', 'Cookie, Accept-Language');
  endWith(response, page, 'text/html; charset=utf-8');
}
