import type { Answer, Ask, Client } from '../durability/client.ts';
import { jsonOf } from '../durability/client.ts';
import type { Provoked } from './provoked.ts';
import { openForm, PASSWORD, signedIn } from './stores.ts';

/** Not there without custom domains. */
const DOMAIN_DEEDS = ['', '/add', ...['', '/verify', '/remove', '/brand'].map((deed) => `/secrets.example.com${deed}`)];

export const PEOPLE_PAGES: readonly string[] = [
  ...['/signin', '/signup', '/signup/basic', '/forgot', `/forgot/${'0'.repeat(31)}`, '/logout', '/feedback'],
  ...['/dashboard', '/recent', '/colonel', '/account', '/account/settings', '/settings'],
  ...['/account/password', '/account/apitoken', '/account/destroy'],
  ...DOMAIN_DEEDS.map((deed) => `/account/domains${deed}`),
];

export const PEOPLE_API: readonly string[] = [
  ...['/authcheck', '/account', '/account/update-locale', '/account/apitoken', '/account/change-password'],
  ...['/account/destroy', '/colonel', '/private/recent', '/feedback', '/altcha/challenge', '/altcha/verify'],
  ...DOMAIN_DEEDS.map((deed) => `/account/domains${deed}`),
];

const NEW = 'a new password';

/** What somebody with an account, or on the way to one, can make the server say. */
export async function provokePeople(client: Client): Promise<Provoked[]> {
  const provoked: Provoked[] = [];
  const note = async (label: string, answer: Promise<Answer>) => {
    const { status, ...rest } = await answer;
    provoked.push({ status, ...rest, label: `${label} ${status}` });
    return { status, ...rest };
  };
  const address = 'provoked@example.org';
  const door = await openForm(client, '/signup');
  for (const fields of [{}, { u: address, p: 'short' }, { u: address, p: PASSWORD, agree: 'on' }]) {
    await note('POST /signup', door.post('/signup', fields));
  }
  for (const p of ['', 'wrong', 'wrong', 'wrong', 'wrong']) {
    await note('POST /signin', door.post('/signin', { u: 'unknown@example.org', p }));
  }
  await note('POST /signin', door.post('/signin', { u: address, p: PASSWORD, 'remember-me': 'on' }));
  await note('POST /feedback', door.post('/feedback', { msg: 'hello' }));
  await note('POST /feedback', door.post('/feedback', { msg: '', email: 'x' }));
  await note('POST /settings', door.post('/settings', { locale: 'en' }));
  await note('POST /settings', door.post('/settings', { locale: 'tlh' }));
  const own = await signedIn(client, address);
  const look = (path: string, ask: Ask = {}) =>
    note(`${ask.method ?? 'GET'} ${path} signed in`, client.ask(path, { ...ask, headers: { Cookie: own.cookie } }));
  for (const path of [
    ...PEOPLE_PAGES.filter((path) => path !== '/logout'),
    '/',
    ...PEOPLE_API.map((api) => `/api/v2${api}`),
  ]) {
    await look(path);
    await look(path, { method: 'HEAD' });
  }
  await note('POST /dashboard', own.post('/dashboard', { kind: 'share', secret: 'x', ttl: '3600' }));
  await note('POST /dashboard', own.post('/dashboard', { kind: 'share', secret: 'x', ttl: '1' }));
  const { record } = jsonOf(await note('POST apitoken', own.call('/account/apitoken', {})));
  const Authorization = `Basic ${Buffer.from(`${address}:${record.apitoken}`).toString('base64')}`;
  await note('GET /account by token', client.ask('/api/v2/account', { headers: { Authorization } }));
  await note('POST /account/apitoken', own.post('/account/apitoken', {}));
  for (const current of ['wrong', 'wrong', 'wrong', 'wrong']) {
    const change = { currentp: current, newp: NEW, newp2: NEW };
    await note('POST change-password', own.call('/account/change-password', change));
    await note('POST /account/password', own.post('/account/password', change));
  }
  await note('GET /logout prefetched', client.ask('/logout', { headers: { Cookie: own.cookie, Purpose: 'prefetch' } }));
  await note('GET /logout', client.ask('/logout', { headers: { Cookie: own.cookie } }));
  for (const path of ['/dashboard', '/account', '/api/v2/authcheck', '/api/v2/account']) await look(path);
  await note('POST /dashboard ended', own.post('/dashboard', { kind: 'share', secret: 'x' }));
  return provoked;
}

/** The same while the store does not work. */
export async function provokePeopleFailures(client: Client): Promise<Provoked[]> {
  const form = await openForm(client, '/signin');
  const basic = { Authorization: `Basic ${Buffer.from('a@example.org:token').toString('base64')}` };
  const fields = { u: 'a@example.org', p: PASSWORD, agree: 'on', msg: 'hello' };
  const posts = ['/signin', '/signup', '/feedback'].map(
    async (path) => [`POST ${path}`, await form.post(path, fields)] as const,
  );
  const calls = ['/account', '/authcheck', '/private/recent'].map(
    async (path) => [`GET ${path} by token`, await client.ask(`/api/v2${path}`, { headers: basic })] as const,
  );
  const reset = [`GET /forgot/…`, await client.ask(`/forgot/${'0'.repeat(31)}`)] as const;
  const answers = [...(await Promise.all([...posts, ...calls])), reset];
  return answers.map(([label, answer]) => ({ ...answer, label: `${label} ${answer.status}` }));
}
