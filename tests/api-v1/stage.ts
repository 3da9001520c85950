import assert from 'node:assert/strict';
import type { Answer, Ask, Client } from '../durability/client.ts';
import { callAs, customerOf } from '../features/accounts/people.ts';
import { type Engine, openSite, type Site, type SiteOptions } from '../security/stores.ts';
import type { Cleanup } from '../support/temp.ts';

export type Fields = Readonly<Record<string, string>>;
type Sent = Pick<Ask, 'headers' | 'body'> & { readonly query?: string };

/** Ways in which programs of v1 say the same fields. */
export const FORMS: Readonly<Record<string, (fields: Fields) => Sent>> = {
  urlencoded: (fields) => ({ headers: FORM, body: encoded(fields) }),
  'multipart without files': multipart,
  JSON: (fields) => ({ body: fields }),
  'the query of an empty POST': (fields) => ({ query: encoded(fields) }),
  'the query of an empty POST that says it is JSON': (fields) => ({ headers: JSON_TYPE, query: encoded(fields) }),
  'urlencoded without a content type': (fields) => ({ body: encoded(fields) }),
  'JSON without a content type': (fields) => ({ body: JSON.stringify(fields) }),
  'urlencoded under two content types': (fields) => ({
    headers: { 'Content-Type': [FORM['Content-Type'], 'application/json'] },
    body: encoded(fields),
  }),
  'multipart under a content type that a proxy has doubled': (fields) => {
    const { headers, body } = multipart(fields);
    return { headers: { 'Content-Type': `${headers['Content-Type']}, ${headers['Content-Type']}` }, body };
  },
};

export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const BOUNDARY = '----a-boundary';

function encoded(fields: Fields): string {
  return new URLSearchParams(fields).toString();
}

/** By hand: the platform would make CRLF of line ends. */
function multipart(fields: Fields) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  return { headers, body: `${parts.join('')}--${BOUNDARY}--\r\n` };
}

/** A program that speaks v1: no cookies, and credentials or none. */
export interface Program {
  /** What stands as `custid` in what it shares. */
  readonly custid: string;
  get(path: string): Promise<Answer>;
  post(path: string, fields?: Fields, form?: string): Promise<Answer>;
  /** What `/share` answers. */
  share(fields: Fields): Promise<V1Metadata>;
}

export interface V1Metadata {
  readonly metadata_key: string;
  readonly secret_key: string;
  readonly [field: string]: unknown;
}

export interface V1Site extends Site {
  readonly anonymous: Program;
  /** With a right token. */
  readonly customer: Program;
  readonly token: string;
}

export async function openV1(t: Cleanup, engine: Engine = 'SQLite', options: SiteOptions = {}): Promise<V1Site> {
  const site = await openSite(t, engine, options);
  const member = await customerOf(site);
  const { body } = await callAs(site, member, '/account/apitoken', {});
  const token = String(body.record.apitoken);
  const anonymous = programOf(site.client, 'anon');
  return { ...site, anonymous, customer: programOf(site.client, member.address, basic(member.address, token)), token };
}

export function basic(user: string, token: string): string {
  return `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
}

export function programOf(client: Client, custid: string, authorization?: string): Program {
  const own = authorization === undefined ? {} : { Authorization: authorization };
  const post: Program['post'] = (path, fields = {}, form = 'urlencoded') => {
    const { headers, body, query } = FORMS[form]!(fields);
    const address = `/api/v1${path}${query === undefined ? '' : `?${query}`}`;
    return client.ask(address, {
      method: 'POST',
      headers: { ...headers, ...own },
      ...(body !== undefined && { body }),
    });
  };
  return {
    custid,
    get: (path) => client.ask(`/api/v1${path}`, { headers: own }),
    post,
    share: async (fields) => read(await post('/share', fields)) as V1Metadata,
  };
}

/** The JSON of an answer that was a success, and was said to be JSON. */
export function read(answer: Answer) {
  assert.equal(answer.status, 200, answer.body.toString());
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'no-store');
  return JSON.parse(answer.body.toString('utf8'));
}

/** The answer in full, byte for byte: also in which order the fields stand. */
export function expectBytes({ status, body }: Answer, expectedStatus: number, expected: unknown): void {
  assert.deepEqual([status, body.toString('utf8')], [expectedStatus, JSON.stringify(expected)]);
}

/** In the order of api.md. */
export const METADATA_FIELDS = [
  ...['custid', 'metadata_key', 'secret_key', 'ttl', 'metadata_ttl', 'secret_ttl', 'state', 'updated', 'created'],
  ...['recipient', 'share_domain', 'passphrase_required'],
];

export const UNKNOWN = (key: string) => ({ message: 'Unknown secret', secret_key: key });
export const NOT_AUTHORIZED = { message: 'Not authorized' };
export const NOTHING = { message: 'You did not provide anything to share' };
export const NOT_FOUND = { message: 'Not Found' };
