/** One POST, as a program sends it. */
export interface Ask {
  readonly path: string;
  readonly contentType: string;
  /** Never empty: its last byte is what a reader holds back. */
  readonly body: string;
}

export interface Terms {
  readonly secret: string;
  readonly passphrase: string | undefined;
  readonly ttlSeconds: number;
}

/** What a proof needs of an API: to share, to find the key in the answer, and to claim. */
export interface ProvedApi {
  /** A GET that costs the server little. */
  readonly statusPath: string;
  share(terms: Terms): Ask;
  /** The key of the secret that was shared; undefined where the answer has none. */
  secretKeyIn(answer: unknown): string | undefined;
  claim(secretKey: string, passphrase: string | undefined): Ask;
}

export type ApiName = 'v2' | 'v1';

const SECRET_KEY = /^[0-9a-z]{31}$/;

const v2: ProvedApi = {
  statusPath: '/api/v2/status',
  share: ({ secret, passphrase, ttlSeconds }) =>
    json('/api/v2/secret/conceal', { kind: 'share', secret, passphrase, ttl: ttlSeconds }),
  secretKeyIn: (answer) => keyOf(answer, 'record', 'secret', 'key'),
  claim: (secretKey, passphrase) => json(`/api/v2/secret/${secretKey}`, { continue: true, passphrase }),
};

/** The frozen API (docs/api-v1.md), with forms, as most programs of v1 send them. */
const v1: ProvedApi = {
  statusPath: '/api/v1/status',
  share: ({ secret, passphrase, ttlSeconds }) =>
    form('/api/v1/share', { secret, ttl: String(ttlSeconds), ...(passphrase !== undefined && { passphrase }) }),
  secretKeyIn: (answer) => keyOf(answer, 'secret_key'),
  // An empty passphrase is none.
  claim: (secretKey, passphrase = '') => form(`/api/v1/secret/${secretKey}`, { passphrase }),
};

export const PROVED_APIS: Readonly<Record<ApiName, ProvedApi>> = { v2, v1 };

function json(path: string, body: object): Ask {
  return { path, contentType: 'application/json', body: JSON.stringify(body) };
}

function form(path: string, fields: Readonly<Record<string, string>>): Ask {
  return { path, contentType: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() };
}

function keyOf(answer: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | null)?.[name],
    answer,
  );
  return typeof found === 'string' && SECRET_KEY.test(found) ? found : undefined;
}
