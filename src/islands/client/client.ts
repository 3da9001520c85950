import { at, textAt } from './json.ts';
import type { ShrimpStore } from './shrimp-store.ts';

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const UNPROCESSABLE = 422;
const JSON_TYPE = 'application/json';
const NOBODY = 'anon';

export type Fields = readonly (readonly [name: string, value: string])[];

/** Also with files, which are sent as they are. */
export type FormFields = readonly (readonly [name: string, value: string | File])[];

/** What came back: JSON of any status, something else, or nothing at all. */
export type Answer =
  | { readonly kind: 'json'; readonly status: number; readonly isOk: boolean; readonly body: unknown }
  | { readonly kind: 'not-json'; readonly status: number; readonly isOk: boolean }
  | { readonly kind: 'no-response'; readonly cause: unknown };

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** The longest wait for an answer to begin; then it may take its time. Only for what may be asked twice. */
  readonly withinMs?: number | undefined;
}

/** The one way islands talk to the server. A 401 or 403 to anything ends the sign-in of this page. */
export interface Client {
  /** Asks for JSON, and keeps the token of the answer. Never rejects. */
  get(url: string): Promise<Answer>;
  /**
   * Posts form-encoded, or as multipart if there is a file, with the anti-forgery token in the body, and keeps the
   * token of the answer. A token refused as too old is renewed and the post sent once more, if nobody else has signed
   * in. Never rejects.
   */
  post(url: string, fields: FormFields, options?: PostOptions): Promise<Answer>;
  /** The same with JSON, and the token in a header. */
  postJson(url: string, value: object): Promise<Answer>;
}

export interface ClientDeps {
  readonly fetch: typeof fetch;
  readonly shrimp: ShrimpStore;
  /** Runs `run` after the delay; what it returns calls it off. */
  readonly schedule?: (run: () => void, delayMs: number) => () => void;
  /** The server says that this sign-in is over. */
  readonly onSignInEnded?: () => void;
  /** The language of the page (BCP 47), in which the server words its answers. */
  readonly language?: () => string;
  /** Whose page this is; null where it is nobody's. */
  readonly custid?: () => string | null;
  /** Somebody else has signed in in another tab. */
  readonly onOtherSignIn?: () => void;
}

type Asked = RequestInit & {
  readonly headers: Readonly<Record<string, string>>;
  readonly withinMs?: number | undefined;
};

const READING: Asked = { headers: { accept: JSON_TYPE, 'content-type': JSON_TYPE } };

export function createClient(deps: ClientDeps): Client {
  const { fetch, shrimp, language, onSignInEnded = () => {}, custid = () => null, onOtherSignIn = () => {} } = deps;
  const { schedule = runLater } = deps;
  let isAnothers = false;

  const spoken = (): Asked['headers'] => (language === undefined ? {} : { 'o-locale': language() });

  const read = (url: string, { headers, withinMs, ...init }: Asked): Promise<Answer> =>
    fetchWithin(withinMs, url, { ...init, headers: { ...headers, ...spoken() } })
      .then(readAnswer)
      .catch((cause: unknown): Answer => ({ kind: 'no-response', cause }));

  /** Gives up by itself: a browser takes many minutes to see that a silent connection is broken. */
  async function fetchWithin(withinMs: number | undefined, url: string, init: RequestInit): Promise<Response> {
    if (withinMs === undefined) return fetch(url, init);
    const patience = new AbortController();
    const callOff = schedule(() => patience.abort(), withinMs);
    return fetch(url, { ...init, signal: patience.signal }).finally(callOff);
  }

  async function ask(url: string, init: Asked): Promise<Answer> {
    const answer = await read(url, init);
    if (answer.kind === 'json') await takeToken(answer.body);
    if (isSignInEnd(answer)) onSignInEnded();
    return answer;
  }

  /** Takes no token of somebody else's sign-in: with it, the page of one customer would act for another. */
  async function takeToken(body: unknown): Promise<void> {
    const own = custid();
    const named = own !== null && isStale(body) ? await read('/api/v2/authcheck', READING) : null;
    if (named !== null && named.kind !== 'json') return;
    const from = named?.body ?? body;
    const asker = named?.status === UNAUTHORIZED ? NOBODY : textAt(from, 'custid');
    // A refusal names nobody, so its token may be anybody's; an answer that has found ours valid brings one as good.
    if (own !== null && asker === null && at(from, 'isValid') !== true) return;
    if (asker !== null) isAnothers = own !== null && asker !== NOBODY && asker !== own;
    if (!isAnothers) return shrimp.replace(textAt(from, 'shrimp'));
    shrimp.reset();
    onOtherSignIn();
  }

  function send(url: string, fields: FormFields, { headers, ...options }: PostOptions): Promise<Answer> {
    const body = fields.some(([, value]) => typeof value !== 'string') ? new FormData() : new URLSearchParams();
    for (const [name, value] of fields) if (name !== 'shrimp') body.append(name, value as string);
    body.set('shrimp', shrimp.token.value);
    return ask(url, { method: 'POST', body, headers: { accept: JSON_TYPE, ...headers }, ...options });
  }

  function sendJson(url: string, value: object): Promise<Answer> {
    const headers = { accept: JSON_TYPE, 'content-type': JSON_TYPE, 'o-shrimp': shrimp.token.value };
    return ask(url, { method: 'POST', body: JSON.stringify(value), headers });
  }

  async function withFreshShrimp(post: () => Promise<Answer>): Promise<Answer> {
    const answer = await post();
    return isStaleShrimp(answer) && !isAnothers ? post() : answer;
  }

  return {
    get: (url) => ask(url, READING),
    post: (url, fields, options = {}) => withFreshShrimp(() => send(url, fields, options)),
    postJson: (url, value) => withFreshShrimp(() => sendJson(url, value)),
  };
}

function runLater(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}

/** Whether an answer means that nobody is signed in any more: 401 or 403. */
export function isSignInEnd(answer: Answer): boolean {
  return answer.kind !== 'no-response' && (answer.status === UNAUTHORIZED || answer.status === FORBIDDEN);
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const { status, ok: isOk } = response;
  try {
    return { kind: 'json', status, isOk, body: JSON.parse(text) };
  } catch {
    return { kind: 'not-json', status, isOk };
  }
}

function isStaleShrimp(answer: Answer): boolean {
  return answer.kind === 'json' && answer.status === UNPROCESSABLE && isStale(answer.body);
}

/** Whether an answer says, in either of two ways, that the token it was asked with is stale. */
function isStale(body: unknown): boolean {
  return textAt(body, 'error_type') === 'BadShrimp' || at(body, 'isValid') === false;
}
