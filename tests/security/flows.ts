import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { type Answer, type Client, jsonOf, keysOf, type Shared } from '../durability/client.ts';
import { runChild } from '../support/children.ts';
import type { Mark } from './search.ts';

const program = resolve(import.meta.dirname, '../../dist/hushlink.js');

/** Everything that was ever secret in the flows. */
export interface Marks {
  readonly all: Mark[];
  /** A fresh content or passphrase that stands nowhere else. */
  fresh(kind: 'content' | 'passphrase'): string;
  /** Keeps what the server made: keys, generated passwords, cookies, tokens. */
  add(name: string, value: string): void;
}

export function createMarks(): Marks {
  const all: Mark[] = [];
  return {
    all,
    add: (name, value) => {
      all.push({ name, value });
      // The larger part of a key opens as good as nothing, but it has no business there either.
      if (name.endsWith('key')) all.push({ name: `half of ${name}`, value: value.slice(0, 16) });
    },
    fresh: (kind) => {
      // Shorter than what the log takes for a key, which would hide it.
      const value = `${kind} \u00e9\u{1f511} ${randomBytes(6).toString('hex')}`;
      all.push({ name: kind, value });
      return value;
    },
  };
}

/** What a program does over API v2, from beginning to end and all that goes wrong on the way. */
export async function runApiFlows(client: Client, marks: Marks): Promise<void> {
  const open = await shareMarked(client, marks);
  await readAll(client, open);
  await client.reveal(open.secretKey);
  await client.reveal(open.secretKey);
  const passphrase = marks.fresh('passphrase');
  const guarded = await shareMarked(client, marks, { passphrase });
  await client.reveal(guarded.secretKey, { passphrase: marks.fresh('passphrase') });
  await client.reveal(guarded.secretKey, { passphrase });
  await client.post(`/private/${guarded.metadataKey}/burn`, { continue: true, passphrase: marks.fresh('passphrase') });
  await client.post(`/private/${guarded.metadataKey}/unlock`);
  await readAll(client, guarded);
  await client.reveal(guarded.secretKey, { passphrase });
  const bySender = await shareMarked(client, marks);
  await client.post(`/private/${bySender.metadataKey}/burn`, { continue: 'true' });
  const byRecipient = await shareMarked(client, marks);
  await client.post(`/secret/${byRecipient.secretKey}/burn`, { continue: 'true' });
  for (const { metadataKey } of [open, guarded, bySender, byRecipient]) await client.ask(`/private/${metadataKey}`);
  const generated = await client.post('/secret/generate');
  addKeys(marks, keysOf(generated));
  marks.add('generated password', jsonOf(generated).record.secret_value);
  await shareMarked(client, marks); // stays unread
}

async function shareMarked(client: Client, marks: Marks, fields: object = {}): Promise<Shared> {
  const keys = await client.share(marks.fresh('content'), fields);
  addKeys(marks, keys);
  return keys;
}

function addKeys(marks: Marks, { secretKey, metadataKey }: Shared): void {
  marks.add('secret key', secretKey);
  marks.add('metadata key', metadataKey);
}

async function readAll(client: Client, { secretKey, metadataKey }: Shared): Promise<void> {
  await client.post(`/secret/${secretKey}/seen`);
  await client.post(`/secret/${secretKey}`);
  const apis = [`/secret/${secretKey}`, `/secret/${secretKey}/status`, `/private/${metadataKey}`];
  const pages = [`/secret/${secretKey}`, `/secret/${secretKey}/burn`, `/private/${metadataKey}`];
  for (const path of [...apis.map((path) => `/api/v2${path}`), ...pages, `/private/${metadataKey}/burn`]) {
    await client.ask(path, { headers: { Referer: `http://localhost:3000/secret/${secretKey}` } });
    await client.ask(path, { method: 'HEAD' });
  }
}

/** What a browser without JavaScript does. */
export async function runFormFlows(client: Client, marks: Marks): Promise<void> {
  const home = await client.ask('/');
  const cookie = String(home.headers['set-cookie']).split(';', 1)[0]!;
  const shrimp = shrimpIn(home);
  marks.add('visitor cookie', cookie.split('=')[1]!);
  marks.add('shrimp', shrimp);
  const send = (path: string, fields: Record<string, string>) =>
    client.ask(path, {
      method: 'POST',
      headers: { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ shrimp, ...fields }).toString(),
    });
  const share = async (passphrase: string) => {
    const created = await send('/', { kind: 'share', secret: marks.fresh('content'), passphrase, ttl: '3600' });
    const metadataKey = String(created.headers.location).slice('/private/'.length);
    const { record } = jsonOf(await client.ask(`/api/v2/private/${metadataKey}`));
    addKeys(marks, { secretKey: record.secret_key, metadataKey });
    return { metadataKey, secretKey: String(record.secret_key) };
  };
  const passphrase = marks.fresh('passphrase');
  const guarded = await share(passphrase);
  await send(`/secret/${guarded.secretKey}`, { continue: 'true', passphrase: marks.fresh('passphrase') });
  await send(`/private/${guarded.metadataKey}/unlock`, {});
  await send(`/secret/${guarded.secretKey}`, { continue: 'true', passphrase });
  await send(`/private/${(await share('')).metadataKey}/burn`, { continue: 'true' });
  await send(`/secret/${(await share('')).secretKey}/burn`, { continue: 'true' });
  for (const wrong of [{ ttl: '1' }, { shrimp: 'stale' }, { kind: 'generate' }]) {
    await send('/', { kind: 'share', secret: marks.fresh('content'), passphrase: marks.fresh('passphrase'), ...wrong });
  }
}

/** The anti-forgery token of a page's form. */
export function shrimpIn({ body }: Answer): string {
  return /name="shrimp" value="([^"]+)"/.exec(body.toString())?.[1] ?? '';
}

/** What cannot be understood, found or done, with secrets where they do not belong. */
export async function runErrors(client: Client, marks: Marks): Promise<void> {
  const { secretKey } = await shareMarked(client, marks);
  const post = (contentType: string, body: string | Buffer, path = '/api/v2/secret/conceal') =>
    client.ask(path, { method: 'POST', headers: { 'Content-Type': contentType }, body });
  const mark = () => marks.fresh('content');
  for (const path of ['/api/v2/secret/conceal', '/', `/secret/${secretKey}`]) {
    await post('application/json', `{"secret":"${mark()}`, path);
    await post('application/json', `["${mark()}"]`, path);
    await post('application/x-www-form-urlencoded', `secret=${mark()}%zz`, path);
    await post('application/x-www-form-urlencoded', Buffer.concat([Buffer.from(mark()), Buffer.of(0xff)]), path);
    await post(
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${mark()}`,
      path,
    );
    await post('text/html', mark(), path);
    await post('application/json', `{"secret":"${mark().padEnd(1_100_000)}"}`, path).catch(() => null);
  }
  for (const field of ['ttl', 'kind', 'share_domain', 'recipient', 'length', 'passphrase', 'truncate']) {
    await client.post('/secret/conceal', { kind: 'share', secret: mark(), [field]: { nested: [mark()] } });
    await client.post('/secret/conceal', { kind: 'share', secret: mark(), [field]: mark() }).then((answer) => {
      if (answer.status === 200) addKeys(marks, keysOf(answer));
    });
  }
  await client.post('/secret/conceal', { kind: 'share', secret: mark().padEnd(10_001) });
  const query = `?passphrase=${encodeURIComponent(mark())}&key=${secretKey}#${secretKey}`;
  const odd = ['secret//', 'SECRET/', '%73ecret/', 'x/', 'x/secret/', 'api/v2/nowhere/', 'api/v2/secret/x', 'private/'];
  for (const room of odd) {
    for (const rest of ['', query, '%zz', '/burn/x', '%2Fburn', '\\x']) await client.ask(`/${room}${secretKey}${rest}`);
  }
  const authorization = `Basic ${Buffer.from(`${mark()}:${mark()}`).toString('base64')}`;
  await client.ask('/api/v2/status', { headers: { Authorization: authorization } });
  await client.ask(`/secret/${secretKey}`, { method: 'DELETE', headers: { 'User-Agent': secretKey } });
  await client.ask(`/secret/${secretKey}`, { headers: { Host: 'elsewhere.example', 'X-Request-Id': secretKey } });
}

/** The program itself, as the other side of the same API. */
export async function runCliFlows(url: string, marks: Marks): Promise<void> {
  const passphrase = marks.fresh('passphrase');
  const cli = (args: string[], input = '', word = passphrase) =>
    runChild(process.execPath, [program, ...args], { input, env: { HUSHLINK_SERVER: url, HUSHLINK_PASSPHRASE: word } });
  const made = async (args: string[], input = '') => {
    const answer = JSON.parse((await cli([...args, '--json'], input)).stdout);
    const keys = { secretKey: String(answer.secret_key), metadataKey: String(answer.metadata_key) };
    addKeys(marks, keys);
    return { ...keys, value: String(answer.secret_value) };
  };
  const read = await made(['create'], marks.fresh('content'));
  await cli(['status', `${url}/private/${read.metadataKey}`]);
  await cli(['reveal', `${url}/secret/${read.secretKey}`]);
  const burned = await made(['create'], marks.fresh('content'));
  await cli(['reveal', `${url}/secret/${burned.secretKey}`], '', marks.fresh('passphrase'));
  await cli(['reveal', `${url}/secret/${burned.secretKey}x`]);
  await cli(['burn', '--yes', `${url}/private/${burned.metadataKey}`], '', '');
  marks.add('generated password', (await made(['generate', '--show'])).value);
}
