import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { listening } from '../support/listening.ts';

interface Passing {
  readonly path: string;
  readonly request: IncomingMessage;
  readonly answer: Response;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

/** True where it has answered by itself. */
type Tamper = (passing: Passing) => boolean;

/** The address of what stands before the real site and hands on what it serves. */
export async function startTamperer(t: TestContext, siteUrl: string, tamper: Tamper): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const coding = request.headers['accept-encoding'] ?? 'identity';
    const answer = await fetch(siteUrl + path, { headers: { 'accept-encoding': String(coding) }, redirect: 'manual' });
    const body = Buffer.from(await answer.arrayBuffer());
    if (tamper({ path, request, answer, body, response })) return;
    response.writeHead(answer.status, passedOn(answer)).end(body);
  });
  return `http://127.0.0.1:${await listening(t, proxy)}`;
}

/** Decoded by now, so neither coding nor length is what it was. */
export function passedOn(answer: Response): Record<string, string> {
  const kept = ['content-type', 'content-security-policy'];
  return Object.fromEntries([...answer.headers].filter(([name]) => kept.includes(name)));
}

export function sendPage({ answer, response }: Passing, html: string, headers: Record<string, string> = {}): true {
  response.writeHead(answer.status, { ...passedOn(answer), ...headers }).end(html);
  return true;
}
