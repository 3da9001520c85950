import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from './listening.ts';
import type { Cleanup } from './temp.ts';
import { askWhole, headOf, type WholeAnswer } from './whole-answers.ts';

/**
 * What a visitor gets of an answer that the server has given: all, its head and half of its body, the end of the
 * connection, or silence.
 */
export type Passage = 'whole' | 'half' | 'nothing' | 'silence';

export interface LossyProxy {
  readonly url: string;
  /** Of claims so far, in their order, with the status that the server gave each. */
  readonly statuses: readonly number[];
}

/**
 * Hands each request to a server on loopback and waits for its whole answer, so whatever was to happen has happened.
 * Then it lets through what `passageOf` says of the claim of that number, the first being 0; all else arrives whole.
 */
export async function startLossyProxy(
  t: Cleanup,
  port: number,
  passageOf: (claim: number) => Passage,
): Promise<LossyProxy> {
  const statuses: number[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const answer = await askWhole(port, incoming);
    if (!isClaim(incoming)) return give(answer, outgoing, 'whole');
    give(answer, outgoing, passageOf(statuses.push(answer.status) - 1));
  });
  return { url: `http://127.0.0.1:${await listening(t, server)}`, statuses };
}

/** Of the API or of the page's form. */
function isClaim({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && /\/secret\/[0-9a-z]{31}$/.test(url);
}

function give(answer: WholeAnswer, outgoing: ServerResponse, passage: Passage): void {
  if (passage === 'silence') return;
  if (passage === 'nothing') return void outgoing.destroy();
  const { status, body } = answer;
  outgoing.writeHead(status, headOf(answer));
  if (passage === 'whole') return void outgoing.end(body);
  outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
}
