import type { ServerResponse } from 'node:http';
import type { Cleanup } from '../support/temp.ts';
import { type Asked, type OddServer, type OnHead, sendJson, startOddServer } from './odd-server.ts';

/** Somebody who claims a secret. */
export interface Claim {
  /** How many secrets were shared so far: this one's number. */
  readonly secret: number;
  /** How many have claimed it before. */
  readonly before: number;
  readonly token: string | undefined;
  /** The token of the first who claimed it. */
  readonly firstToken: string | undefined;
}

/** 'cut' breaks the connection in the middle of the answer, 'other' is success with another content. */
export type Given = 'content' | 'other' | 'cut' | Refusal;

interface Kept {
  readonly secret: number;
  readonly content: string;
  readonly firstToken?: string | undefined;
  readonly claims: number;
}

type Refusal = 'gone' | 'unavailable' | 'limited' | 'limited for an hour';

const refusals: Readonly<Record<Refusal, readonly [number, object, object]>> = {
  gone: [404, { error_type: 'RecordNotFound' }, {}],
  unavailable: [503, {}, {}],
  limited: [429, { error_type: 'RateLimited' }, { 'retry-after': '1' }],
  'limited for an hour': [429, { error_type: 'RateLimited' }, { 'retry-after': '3600' }],
};

/** A server that speaks v1 alone or v2 alone, and hands over as it is told to: well, or badly. */
export function startKeeper(
  t: Cleanup,
  api: 'v1' | 'v2',
  give: (claim: Claim) => Given,
  onHead?: OnHead,
): Promise<OddServer> {
  const kept = new Map<string, Kept>();
  const share = (response: ServerResponse, asked: Asked) => {
    const secret = kept.size + 1;
    const key = secret.toString(36).padStart(31, 'k');
    kept.set(key, { secret, content: sharedIn(asked), claims: 0 });
    sendJson(response, 200, api === 'v1' ? { secret_key: key } : { record: { secret: { key } } });
  };
  const claim = (response: ServerResponse, { path, headers }: Asked) => {
    const key = path.split('/').at(-1) ?? '';
    const found = kept.get(key);
    if (found === undefined) return sendJson(response, ...refusals.gone);
    const token = headers['idempotency-key'] as string | undefined;
    const firstToken = found.claims === 0 ? token : found.firstToken;
    kept.set(key, { ...found, firstToken, claims: found.claims + 1 });
    answer(response, give({ secret: found.secret, before: found.claims, token, firstToken }), found.content);
  };
  const respond = (response: ServerResponse, asked: Asked) => {
    if (!asked.path.startsWith(`/api/${api}/`)) return sendJson(response, ...refusals.gone);
    if (asked.method === 'GET') return sendJson(response, 200, { status: 'nominal' });
    return /\/(conceal|share)$/.test(asked.path) ? share(response, asked) : claim(response, asked);
  };
  return startOddServer(t, respond, onHead);
}

function sharedIn({ headers, body }: Asked): string {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm ? (new URLSearchParams(body).get('secret') ?? '') : String(JSON.parse(body).secret);
}

function answer(response: ServerResponse, given: Given, content: string): void {
  if (given === 'content') sendJson(response, 200, { record: { secret_value: content } });
  else if (given === 'other') sendJson(response, 200, { record: { secret_value: 'something else' } });
  else if (given === 'cut') breakOff(response);
  else sendJson(response, ...refusals[given]);
}

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 1000 });
  response.write('{"record":', () => response.destroy());
}
