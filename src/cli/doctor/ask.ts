import { Agent, get as getPlain } from 'node:http';
import { get as getOverTls, Agent as TlsAgent } from 'node:https';

export interface Asked {
  readonly status: number;
  readonly body: string;
  /** The time in its Date header (RFC 9110, 6.6.1), exact to the second; null without one. */
  readonly dateMs: number | null;
}

const LONGEST_WAIT_MS = 5_000;
const MOST_BODY_CHARS = 1_000;

/** Asks a server of our own, past any proxy that the environment may name. Rejects with the system's error. */
export function ask(url: string): Promise<Asked> {
  const isPlain = url.startsWith('http:');
  const get = isPlain ? getPlain : getOverTls;
  const agent = isPlain ? new Agent() : new TlsAgent();
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, (response) => {
      let body = '';
      const end = () => {
        request.destroy();
        const dateMs = Date.parse(response.headers.date ?? '');
        resolve({ status: response.statusCode ?? 0, body, dateMs: Number.isNaN(dateMs) ? null : dateMs });
      };
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
        if (body.length > MOST_BODY_CHARS) end();
      });
      response.once('end', end).once('error', reject);
    });
    request.once('error', reject);
  });
}
