import type { Response } from 'express';

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
