/** A customer of a running site, as the benchmarks need one: signed in, with a token, with recent secrets. */
export interface BenchCustomer {
  /** Header lines. */
  readonly cookie: string;
  readonly authorization: string;
  /** What the sign-in form posts, and the header line of the visitor who has opened it. */
  readonly signIn: { readonly fields: Record<string, string>; readonly cookie: string };
  /** Of one of the shared secrets. */
  readonly metadataKey: string;
}

const ADDRESS = 'bench@example.org';
const PASSWORD = 'a password for measuring';

/** Signs up and in by the forms, makes a token, and shares as many secrets as asked for. */
export async function signUpCustomer(url: string, secrets: number): Promise<BenchCustomer> {
  const jar = new Map<string, string>();
  await submit(url, jar, '/signup', { u: ADDRESS, p: PASSWORD, agree: 'on' });
  await submit(url, jar, '/signin', { u: ADDRESS, p: PASSWORD });
  const cookie = cookieOf(jar);
  const authorization = `Basic ${btoa(`${ADDRESS}:${await makeToken(url, cookie)}`)}`;
  let metadataKey = '';
  for (let at = 0; at < secrets; at += 1) metadataKey = await share(url, authorization);
  const signIn = await openSignIn(url);
  return { cookie: `Cookie: ${cookie}`, authorization: `Authorization: ${authorization}`, signIn, metadataKey };
}

async function openSignIn(url: string): Promise<BenchCustomer['signIn']> {
  const jar = new Map<string, string>();
  const shrimp = await tokenOn(await ask(`${url}/signin`, jar));
  return { fields: { u: ADDRESS, p: PASSWORD, shrimp }, cookie: `Cookie: ${cookieOf(jar)}` };
}

async function tokenOn(page: Response): Promise<string> {
  return /name="shrimp" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
}

async function submit(url: string, jar: Map<string, string>, path: string, fields: Record<string, string>) {
  const shrimp = await tokenOn(await ask(url + path, jar));
  const body = new URLSearchParams({ ...fields, shrimp });
  const answer = await ask(url + path, jar, { method: 'POST', body });
  if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}`);
}

async function ask(url: string, jar: Map<string, string>, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie: cookieOf(jar) }, ...init });
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
    jar.set(name, value);
  }
  return answer;
}

async function makeToken(url: string, cookie: string): Promise<string> {
  const checked = await fetch(`${url}/api/v2/validate-shrimp`, { method: 'POST', headers: { cookie } });
  const { shrimp } = (await checked.json()) as { shrimp: string };
  const made = await fetch(`${url}/api/v2/account/apitoken`, {
    method: 'POST',
    headers: { cookie, 'o-shrimp': shrimp },
  });
  return ((await made.json()) as { record: { apitoken: string } }).record.apitoken;
}

async function share(url: string, authorization: string): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ kind: 'share', secret: 'x'.repeat(100), ttl: 86_400 });
  const answer = await fetch(`${url}/api/v2/secret/conceal`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`a share answered ${answer.status}`);
  return ((await answer.json()) as { record: { metadata: { key: string } } }).record.metadata.key;
}

function cookieOf(jar: Map<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}
