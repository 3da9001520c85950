import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf } from '../durability/client.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';

const open = await openFrontDoor({ after });
const bound = await openFrontDoor({ after }, { env: { HUSHLINK_SITE_HOST: 'hush.example' } }, 'hush.example');

const loopback = ['localhost', 'localhost:3000', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:8080', '[::1]', '[::1]:3000'];
const foreign = [
  ...['evil.example', 'localhost.evil.example', 'evil.example:3000', 'localhost:3000@evil.example', '127.0.0.1.evil'],
  ...['10.0.0.1', '0.0.0.0', '[::]', 'localhost:999999', 'localhost, evil.example', 'local\thost', 'localhost:'],
  ...[
    'hush.example.evil.example',
    'xhush.example',
    'hush.example:8080',
    'hush.example@evil.example',
    '<script>alert(1)</script>',
  ],
];
const forgeries: readonly Record<string, string>[] = [
  { 'X-Forwarded-Host': 'evil.example' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '444' },
  { Forwarded: 'for=1.2.3.4;host=evil.example;proto=https' },
  { 'X-Host': 'evil.example', 'X-Original-Host': 'evil.example', 'X-HTTP-Host-Override': 'evil.example' },
  { 'X-Original-URL': '//evil.example/', 'X-Rewrite-URL': '//evil.example/', Referer: 'https://evil.example/' },
  { Origin: 'https://evil.example' },
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
  for (const headers of forgeries) {
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
  const created = { method: 'POST', headers, body: { kind: 'share', secret: 'x' } };
  const answers = [
    ...(await Promise.all([...paths, ...apis].map((path) => client.ask(path, { headers })))),
    await client.ask('/', { ...created, body: 'kind=share&secret=x', headers: { ...headers, ...form } }),
    await client.ask('/api/v2/secret/conceal', created),
  ];
  for (const { status, headers: answered, body } of answers) {
    assert.ok(status < 400 || status === 404, String(status));
    assert.ok(!JSON.stringify(answered).includes('evil'), JSON.stringify(answered));
    assert.ok(!body.includes('evil'), body.toString());
  }
}
