import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf } from '../durability/client.ts';
import { expectNoEvil, FORGERIES } from './forgeries.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';
import { poisonMails, poisonPages } from './host-poisoning.ts';
import { PEOPLE_API, PEOPLE_PAGES } from './provoked-people.ts';
import { PASSWORD, signedIn, signUp } from './stores.ts';

const open = await openFrontDoor({ after });
const bound = await openFrontDoor({ after }, { env: { HUSHLINK_SITE_HOST: 'hush.example' } }, 'hush.example');

const loopback = ['localhost', 'localhost:3000', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:8080', '[::1]', '[::1]:3000'];
const foreign = [
  ...[
    'evil.example',
    'localhost.evil.example',
    'evil.example:3000',
    'localhost:3000@evil.example',
    '127.0.0.1.evil.example',
  ],
  ...['10.0.0.1', '0.0.0.0', '[::]', 'localhost:999999', 'localhost, evil.example', 'local\thost', 'localhost:'],
  ...[
    'hush.example.evil.example',
    'xhush.example',
    'hush.example:8080',
    'hush.example@evil.example',
    '<script>alert(1)</script>',
  ],
];
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

test('without a configured host the loopback names are served, and links use the name that was asked for', async () => {
  for (const Host of loopback) {
    const { status, body } = await open.client.ask('/', { headers: { Host } });
    assert.equal(status, 200, Host);
    assert.ok(body.includes(`http://${Host.toLowerCase()}/`), Host);
  }
});

test('without a configured host every other name gets 421, as a page and as JSON', async () => {
  for (const Host of [...foreign, 'hush.example']) await expectUnknown(open, Host);
});

test('with a configured host only that one is served, loopback names included among the others', async () => {
  for (const Host of ['hush.example', 'HUSH.EXAMPLE', 'hush.example:443']) {
    assert.equal((await bound.client.ask('/', { headers: { Host } })).status, 200, Host);
  }
  for (const Host of [...foreign, ...loopback]) await expectUnknown(bound, Host);
});

test('probes ask by address: health is answered whatever the name is', async () => {
  for (const path of ['/livez', '/readyz']) {
    assert.equal((await bound.client.ask(path, { headers: { Host: '10.0.0.7:3000' } })).status, 200);
  }
});

test('what a request claims about its host never reaches a link, a page, a header or a cookie', async () => {
  for (const headers of FORGERIES) {
    for (const site of [open, bound]) await expectNoTrace(site, headers);
  }
});

test('links come from the configured host and scheme, on every page and in every answer', async () => {
  const { client } = bound;
  const { secretKey, metadataKey } = await client.share('x');
  const { record } = jsonOf(
    await client.ask(`/api/v2/private/${metadataKey}`, { headers: { Host: 'hush.example:443' } }),
  );
  assert.equal(record.share_url, `https://hush.example/secret/${secretKey}`);
  assert.equal(record.metadata_url, `https://hush.example/private/${metadataKey}`);
  assert.equal(record.burn_url, `https://hush.example/private/${metadataKey}/burn`);
  const page = (await client.ask(`/private/${metadataKey}`)).body.toString();
  assert.ok(page.includes(`https://hush.example/secret/${secretKey}`));
});

test('no page of a customer, no redirect and no cookie takes a host from a request, signed in or out', async () => {
  for (const site of [open, bound]) {
    await signUp(site.client, 'named@example.org');
    for (const headers of FORGERIES) {
      const own = await signedIn(site.client, 'named@example.org');
      const pages = ['/dashboard', '/recent', '/account', '/account/settings', '/feedback', '/', '/api/v2/account'];
      const answers = [
        ...(await Promise.all(
          pages.map((path) => site.client.ask(path, { headers: { ...headers, Cookie: own.cookie } })),
        )),
        await own.post('/dashboard', { kind: 'share', secret: 'x', ttl: '3600' }, headers),
        await own.post('/settings', { locale: 'en', redirect: '//evil.example' }, headers),
        await own.call('/secret/conceal', { kind: 'share', secret: 'x' }, headers),
        await own.post('/signin', { u: 'named@example.org', p: PASSWORD, redirect: 'https://evil.example' }, headers),
      ];
      for (const answer of answers) assert.ok(answer.status < 400, String(answer.status));
      expectNoEvil(answers);
    }
  }
});

test('no redirect leaves the site, whatever path or parameter asks for it', async () => {
  const targets = [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '///evil.example/..',
  ];
  const names = ['redirect', 'next', 'return', 'url', 'continue', 'returnTo'];
  for (const target of targets) {
    const query = names.map((name) => `${name}=${encodeURIComponent(target)}`).join('&');
    const paths = ['/signin', '/signup', '/logout', '/dashboard', '/account', '/forgot', '/', '/settings'];
    for (const path of [...paths.map((path) => `${path}?${query}`), ...paths.map((path) => `/${target}${path}`)]) {
      const { status, headers } = await open.client.ask(path);
      assert.ok(status < 500, path);
      const { location } = headers;
      if (location === undefined) continue;
      assert.match(location, /^\/(?![/\\])/, path);
      assert.equal(new URL(location, 'http://localhost').origin, 'http://localhost', path);
    }
  }
});

test('no route of a site with everything takes a name from a request, by header or request line', async (t) => {
  const { requests, traces } = await poisonPages(t);
  assert.ok(requests > 2000, `${requests} requests`);
  assert.deepEqual(traces, []);
});

test('every mail names the configured host and no other, whatever the request that caused it claims', async (t) => {
  const { requests, mails, traces } = await poisonMails(t);
  assert.equal(mails, 6 * requests, 'six kinds');
  assert.deepEqual(traces, []);
});

async function expectUnknown({ client }: FrontDoor, Host: string): Promise<void> {
  const page = await client.ask('/', { headers: { Host } });
  // Node itself refuses a name that is no header at all.
  if (page.status === 400) return;
  assert.equal(page.status, 421, Host);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.ok(!page.body.includes('<script>alert'), 'the name that was asked for is text, not markup');
  for (const path of ['/', '/secret/x', '/private/x']) {
    assert.equal((await client.ask(path, { headers: { Host } })).status, 421, `${Host} ${path}`);
  }
  const api = await client.ask('/api/v2/secret/conceal', {
    method: 'POST',
    headers: { Host },
    body: { kind: 'share', secret: 'x' },
  });
  assert.equal(api.status, 421, Host);
  assert.equal(jsonOf(api).error_type, 'UnknownHost');
}

async function expectNoTrace({ client }: FrontDoor, headers: Record<string, string>): Promise<void> {
  const { secretKey, metadataKey } = await client.share('x');
  const paths = ['/', '/nowhere', `/secret/${secretKey}`, `/secret/${secretKey}/burn`, `/private/${metadataKey}`];
  const apis = [`/api/v2/secret/${secretKey}`, `/api/v2/private/${metadataKey}`, '/api/v2/nowhere'];
  const people = [...PEOPLE_PAGES, ...PEOPLE_API.map((path) => `/api/v2${path}`)];
  const created = { method: 'POST', headers, body: { kind: 'share', secret: 'x' } };
  const answers = [
    ...(await Promise.all([...paths, ...apis, ...people].map((path) => client.ask(path, { headers })))),
    await client.ask('/', { ...created, body: 'kind=share&secret=x', headers: { ...headers, ...form } }),
    await client.ask('/api/v2/secret/conceal', created),
  ];
  for (const { status } of answers) assert.ok(status < 400 || [401, 404, 405].includes(status), String(status));
  expectNoEvil(answers);
}
