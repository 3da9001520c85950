import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type Client, jsonOf } from '../durability/client.ts';
import { solve } from '../features/feedback/anonymous.ts';
import type { TestSmtpServer } from '../support/smtp-server.ts';
import type { Marks } from './flows.ts';
import type { Mark } from './search.ts';
import { cookiesSet, type Form, openForm, signedIn } from './stores.ts';

/** An address that stands nowhere else. */
export function markedAddress(): string {
  return `canary-${randomBytes(6).toString('hex')}@canary.example`;
}

/**
 * What people do, from signing up to deleting the account, and all that goes wrong on the way. Gives
 * what may stand in the rows of customers and sessions, but in no log.
 */
export async function runPeopleFlows(client: Client, marks: Marks, smtp: TestSmtpServer): Promise<Mark[]> {
  const address = markedAddress();
  const password = marks.fresh('passphrase');
  const door = await openForm(client, '/signup');
  await door.post('/signup', { u: address, p: password, agree: 'on' });
  await verify(client, door, marks, smtp, address);
  await goWrong(client, door, marks, address);
  const { owner, ids } = await signInMarked(client, marks, address, password);
  await liveWithAccount(client, owner, marks, address);
  const fresh = marks.fresh('passphrase');
  await owner.post('/account/password', { currentp: password, newp: fresh, newp2: fresh });
  const last = await resetByMail(client, door, marks, smtp, address);
  const again = await signInMarked(client, marks, address, last);
  await again.owner.call('/account/destroy', { confirmation: marks.fresh('passphrase'), tabindex: 'destroy' });
  await client.ask('/logout', { headers: { Cookie: again.owner.cookie } });
  const leaving = await signedIn(client, address, '/account', last);
  await leaving.post('/account/destroy', { confirmation: last, tabindex: 'destroy' });
  await writeFeedback(client, marks);
  return [{ name: 'customer', value: address }, ...ids, ...again.ids];
}

/** Addresses of people who have no account here: they are to be found nowhere. */
function stranger(marks: Marks): string {
  const address = markedAddress();
  marks.add('stranger', address);
  return address;
}

async function verify(client: Client, door: Form, marks: Marks, smtp: TestSmtpServer, address: string): Promise<void> {
  const link = await mailed(smtp, address, /\/secret\/([0-9a-z]{31})/);
  marks.add('verification key', link.slice('/secret/'.length));
  await client.ask(link);
  const { status } = await door.post(link, { continue: 'true' });
  assert.equal(status, 200);
}

/** Sign-ins, sign-ups and resets that are refused, with secrets where they do and where they do not belong. */
async function goWrong(client: Client, door: Form, marks: Marks, address: string): Promise<void> {
  const word = () => marks.fresh('passphrase');
  await door.post('/signin', { u: address, p: word() });
  await door.post('/signin', { u: stranger(marks), p: word() });
  await door.post('/signin', { u: word(), p: word(), redirect: `/${word()}` });
  await door.post('/signin', { u: '', p: word() });
  await door.post('/signin', { shrimp: 'stale', u: stranger(marks), p: word() });
  await door.post('/signup', { u: stranger(marks), p: word() });
  await door.post('/signup', { u: word(), p: word(), agree: 'on' });
  await door.post('/forgot', { u: stranger(marks) });
  await door.post('/feedback', { msg: '', email: stranger(marks) });
  const query = `u=${encodeURIComponent(stranger(marks))}&p=${encodeURIComponent(word())}`;
  for (const path of ['/signin', '/signup', '/forgot', '/feedback', '/api/v2/authcheck', '/nowhere']) {
    await client.ask(`${path}?${query}`, { headers: { Referer: `http://localhost/?${query}`, 'User-Agent': query } });
    await client.ask(`${path}/${encodeURIComponent(stranger(marks))}`);
    await client.ask(`${path}/${stranger(marks)}`);
  }
  const key = randomBytes(16).toString('hex').slice(1);
  marks.add('reset key', key);
  for (const path of [`/forgot/${key}`, `/Forgot/${key}/x`, `/forgot/${key}?${query}`, `/x/forgot/${key}`]) {
    await client.ask(path);
    await door.post(path, { newp: word(), newp2: word() });
  }
  const Authorization = `Basic ${Buffer.from(`${stranger(marks)}:${word()}`).toString('base64')}`;
  await client.ask('/api/v2/account', { headers: { Authorization } });
  await client.ask('/signin', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: `{"p":"${word()}`,
  });
}

async function signInMarked(client: Client, marks: Marks, address: string, password: string) {
  const owner = await signedIn(client, address, '/account', password);
  const value = decodeURIComponent(/sess=([^;]+)/.exec(owner.cookie)?.[1] ?? '').slice(2);
  const [id = '', signature = ''] = value.split('.');
  marks.add('signature of a session', signature);
  marks.add('shrimp', owner.shrimp);
  return { owner, ids: [{ name: 'session id', value: id }] };
}

async function liveWithAccount(client: Client, owner: Form, marks: Marks, address: string): Promise<void> {
  const { record } = jsonOf(await owner.call('/account/apitoken', {}));
  marks.add('API token', record.apitoken);
  const Authorization = `Basic ${Buffer.from(`${address}:${record.apitoken}`).toString('base64')}`;
  const secret = marks.fresh('content');
  const fields = { kind: 'share', secret, recipient: stranger(marks) };
  const shared = await client.ask('/api/v2/secret/conceal', {
    method: 'POST',
    headers: { Authorization },
    body: fields,
  });
  assert.equal(shared.status, 200, shared.body.toString());
  marks.add('secret key', jsonOf(shared).record.secret.key);
  marks.add('metadata key', jsonOf(shared).record.metadata.key);
  await owner.post('/dashboard', {
    kind: 'share',
    secret: marks.fresh('content'),
    recipient: stranger(marks),
    ttl: '3600',
  });
  await owner.post('/dashboard', { kind: 'share', secret: marks.fresh('content'), ttl: '1' });
  for (const path of ['/dashboard', '/recent', '/account', '/api/v2/private/recent', '/api/v2/authcheck', '/colonel']) {
    await client.ask(path, { headers: { Cookie: owner.cookie } });
  }
  const wrong = {
    currentp: marks.fresh('passphrase'),
    newp: marks.fresh('passphrase'),
    newp2: marks.fresh('passphrase'),
  };
  await owner.call('/account/change-password', wrong);
  await owner.call('/account/change-password', { ...wrong, newp2: wrong.newp });
}

async function resetByMail(client: Client, door: Form, marks: Marks, smtp: TestSmtpServer, address: string) {
  await door.post('/forgot', { u: address });
  const link = await mailed(smtp, address, /\/forgot\/([0-9a-z]{31})/);
  marks.add('reset key', link.slice('/forgot/'.length));
  const page = await client.ask(link);
  assert.equal(page.status, 200);
  const password = marks.fresh('passphrase');
  await door.post(link, { newp: password, newp2: marks.fresh('passphrase') });
  assert.equal((await door.post(link, { newp: password, newp2: password })).status, 303);
  return password;
}

async function writeFeedback(client: Client, marks: Marks): Promise<void> {
  const form = await openForm(client, '/feedback');
  const [visit] = cookiesSet(form.page);
  marks.add('visitor cookie', String(visit).split('=')[1] ?? '');
  const fields = () => ({ msg: marks.fresh('content'), email: stranger(marks) });
  assert.equal((await form.post('/feedback', fields())).status, 303);
  const challenge = jsonOf(await client.ask('/api/v2/altcha/challenge'));
  const solved = { ...fields(), authenticity_payload: await solve(challenge) };
  assert.equal((await form.call('/feedback', solved)).status, 200);
  await form.call('/feedback', { ...fields(), authenticity_payload: marks.fresh('content') });
}

/** The newest path of that form in the mails to this address. */
async function mailed(smtp: TestSmtpServer, address: string, form: RegExp): Promise<string> {
  const found = () =>
    smtp.mails
      .filter(({ to }) => to.includes(address))
      .flatMap(({ parsed }) => form.exec(String(parsed.text))?.[0] ?? []);
  await smtp.until(() => found().length > 0);
  return String(found().at(-1));
}
