import type { Answer, Ask } from '../durability/client.ts';
import { jsonOf, keysOf } from '../durability/client.ts';
import type { FrontDoor } from './front-door.ts';
import { PEOPLE_API, PEOPLE_PAGES, provokePeople, provokePeopleFailures } from './provoked-people.ts';

/** An answer, and how it came about. */
export interface Provoked extends Answer {
  readonly label: string;
}

const unknown = '0'.repeat(31);
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Every route with every status that a visitor can provoke while the store works. */
export async function provokeAll({ client }: FrontDoor): Promise<Provoked[]> {
  const provoked: Provoked[] = [];
  const knock = async (path: string, ask: Ask = {}) => {
    const answer = await client.ask(path, ask);
    provoked.push({ ...answer, label: `${ask.method ?? 'GET'} ${path} ${answer.status}` });
    return answer;
  };
  const post = (path: string, fields: object = {}) => knock(path, { method: 'POST', body: fields });
  const { api, pages } = await openRoutes();
  const people = [...PEOPLE_PAGES, ...PEOPLE_API.map((path) => `/api/v2${path}`)];
  const routes = [...api, ...pages, ...people, ...['/livez', '/readyz', '/nowhere', '/api/v2/nowhere']];
  for (const path of routes) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']) await knock(path, { method });
    await knock(path, { headers: { Host: 'evil.example' } });
    await knock(path, { headers: { Authorization: 'Basic eDp5' } });
    for (const type of ['application/json', 'text/xml']) {
      await knock(path, { method: 'POST', headers: { 'Content-Type': type }, body: '{"' });
    }
    await knock(path, { method: 'POST', body: { secret: 'x'.repeat(1_100_000) } });
    await knock(path, { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site', ...form }, body: 'a=b' });
    await knock(`${path}%zz`);
  }
  for (const path of ['/', '/api/v2/secret/conceal']) {
    await knock(path, { method: 'POST', headers: form, body: 'kind=share&secret=x' });
    await knock(path, { method: 'POST', headers: form, body: 'kind=share' });
  }
  await provokeGuesses();
  await provokeEnds();
  return [...provoked, ...(await provokePeople(client))];

  async function openRoutes() {
    const { secretKey, metadataKey } = await client.share('x', { passphrase: 'open sesame' });
    const pages = [secretKey, unknown].flatMap((key) => [`/secret/${key}`, `/secret/${key}/burn`]);
    const sender = [metadataKey, unknown].flatMap((key) =>
      ['', '/burn', '/unlock'].map((deed) => `/private/${key}${deed}`),
    );
    const deeds = [secretKey, unknown].flatMap((key) =>
      ['', '/status', '/seen', '/burn', '/reveal'].map((deed) => `/secret/${key}${deed}`),
    );
    const facts = [
      '/status',
      '/version',
      '/supported-locales',
      '/validate-shrimp',
      '/secret/generate',
      '/secret/conceal',
    ];
    return { pages: ['/', ...pages, ...sender], api: [...facts, ...deeds, ...sender].map((path) => `/api/v2${path}`) };
  }

  async function provokeGuesses(): Promise<void> {
    for (const room of ['/api/v2/secret/', '/secret/']) {
      const { secretKey } = await client.share('x', { passphrase: 'open sesame' });
      for (let tries = 0; tries < 2; tries += 1) {
        await post(`${room}${secretKey}`, { continue: 'true', passphrase: 'wrong' });
        await post(`${room}${secretKey}/burn`, { continue: 'true', passphrase: 'wrong' });
      }
    }
  }

  async function provokeEnds(): Promise<void> {
    for (const room of ['/api/v2', '']) {
      const { secretKey, metadataKey } = await client.share('x');
      for (let times = 0; times < 2; times += 1) await post(`${room}/secret/${secretKey}`, { continue: 'true' });
      await post(`${room}/private/${metadataKey}/burn`, { continue: 'true' });
      await post(`${room}/private/${metadataKey}/unlock`);
      const burned = keysOf(await post('/api/v2/secret/generate'));
      for (let times = 0; times < 2; times += 1)
        await post(`${room}/private/${burned.metadataKey}/burn`, { continue: 'true' });
      await knock(`/private/${burned.metadataKey}`);
    }
  }
}

/** What is answered while the store does not work. */
export async function provokeFailures({ client }: FrontDoor): Promise<Provoked[]> {
  const provoked: Provoked[] = [];
  for (const path of ['/', '/api/v2/secret/conceal', '/api/v2/secret/generate']) {
    const body = path.endsWith('generate') ? {} : { kind: 'share', secret: 'x' };
    const answer = await client.ask(path, { method: 'POST', body });
    provoked.push({ ...answer, label: `POST ${path} ${answer.status}` });
  }
  for (const path of ['/secret/', '/private/', '/api/v2/secret/', '/api/v2/private/']) {
    const answer = await client.ask(`${path}${unknown}`);
    provoked.push({ ...answer, label: `GET ${path} ${answer.status}` });
  }
  provoked.push(...(await provokePeopleFailures(client)));
  const ready = await client.ask('/readyz');
  provoked.push({ ...ready, label: `GET /readyz ${ready.status}` });
  return provoked;
}

/** The incident id is all that a JSON failure says. */
export function saysOnlyIncident(answer: Answer): boolean {
  const { success, incident, error_type: type } = jsonOf(answer);
  return success === false && typeof incident === 'string' && type === 'Unexpected';
}
