import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cookiesSet, openForm, openSite, PASSWORD, signedIn, signUp } from './stores.ts';

const ADDRESS = 'ann@example.org';
const TIMES = 40;
const { client } = await openSite({ after }, 'SQLite');
await signUp(client, ADDRESS);

/** What stands for somebody or opens something, and the letters it is made of. */
const kinds: Readonly<Record<string, { readonly letters: number; readonly form: RegExp; draw(): Promise<string> }>> = {
  'secret key': { letters: 36, form: /^[0-9a-z]+$/, draw: async () => (await client.share('x')).secretKey },
  'metadata key': { letters: 36, form: /^[0-9a-z]+$/, draw: async () => (await client.share('x')).metadataKey },
  session: { letters: 64, form: /^[\w-]+$/, draw: drawSession },
  visit: { letters: 64, form: /^[\w-]+$/, draw: drawVisit },
  'API token': { letters: 64, form: /^[\w-]+$/, draw: drawApiToken },
};

for (const [name, { letters, form, draw }] of Object.entries(kinds)) {
  test(`${name}: there is room for 128 random bits, each place of it changes, and it never comes twice`, async () => {
    const drawn: string[] = [];
    for (let times = 0; times < TIMES; times += 1) drawn.push(await draw());
    for (const one of drawn) assert.match(one, form);
    assert.equal(new Set(drawn).size, TIMES);
    const [first = ''] = drawn;
    assert.ok(first.length * Math.log2(letters) >= 128, first);
    const still = [...first].filter((letter, place) => drawn.every((one) => one[place] === letter));
    assert.deepEqual(still, []);
  });
}

async function drawSession(): Promise<string> {
  const form = await openForm(client, '/signin');
  const answer = await form.post('/signin', { u: ADDRESS, p: PASSWORD });
  return /^sess=s%3A([^.]+)\./m.exec(cookiesSet(answer).join('\n'))?.[1] ?? '';
}

async function drawVisit(): Promise<string> {
  return /^visit=(.*)$/m.exec(cookiesSet(await client.ask('/signin')).join('\n'))?.[1] ?? '';
}

async function drawApiToken(): Promise<string> {
  const answer = await (await signedIn(client, ADDRESS)).call('/account/apitoken', {});
  return JSON.parse(answer.body.toString()).record.apitoken;
}
