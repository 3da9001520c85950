import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { startSmtpServer } from '../support/smtp-server.ts';
import { basic, openV1, read, type V1Site } from './stage.ts';

const smtp = await startSmtpServer();
after(() => smtp.stop());
const DEFAULT_TTL = 86_400;
const site = await openV1({ after }, 'SQLite', { env: { HUSHLINK_SECRETS_DEFAULT_TTL: String(DEFAULT_TTL) } });

async function json({ client }: V1Site, path: string, fields: object, headers = {}) {
  const body = JSON.stringify(fields);
  return client.ask(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
}

const contentOf = async (key: string) => read(await site.anonymous.post(`/secret/${key}`)).value;

/** What is asked for, and what it is taken for; null is the default. */
const TTLS: readonly (readonly [ttl: unknown, seconds: number | null])[] = [
  ...[0, '0', -1, '-1', -86400, '', ' ', 'abc', 'NaN', 'Infinity', '1e3', '0x100', '12 minutes'].map(
    (ttl) => [ttl, null] as const,
  ),
  ...[null, true, [], {}, [3600]].map((ttl) => [ttl, null] as const),
  ...([1, '1', 59, '59', 0.5, '59.9', 60, '60', '+60', ' 60 '] as const).map((ttl) => [ttl, 60] as const),
  ...([3600, '3600', '3600.9', 3600.9, '0003600'] as const).map((ttl) => [ttl, 3600] as const),
  ...([604_800, 604_801, '99999999', 1e300, '9'.repeat(60)] as const).map((ttl) => [ttl, 604_800] as const),
];
for (const [ttl, seconds] of TTLS) {
  const said = JSON.stringify(ttl);
  test(`v1 takes a ttl of ${said.slice(0, 20)} for ${seconds ?? 'the default'}, when sharing and generating`, async () => {
    for (const path of ['/share', '/generate']) {
      const shared = read(await json(site, path, { secret: 'x', ttl }));
      assert.deepEqual([shared.ttl, shared.secret_ttl], [seconds ?? DEFAULT_TTL, seconds ?? DEFAULT_TTL], path);
      assert.ok(shared.metadata_ttl > shared.secret_ttl);
    }
  });
}

test('v1 takes the fields of a POST from its address, and what a GET has there is none of its business', async () => {
  const broken = 'note=100%';
  assert.equal((await site.anonymous.get(`/status?${broken}`)).status, 200);
  assert.equal((await site.client.ask(`/api/v1/share?secret=x&${broken}`, { method: 'POST' })).status, 400);
});

test('v1 gives the default no longer than the plan has it, and a customer as much as the customer’s plan has', async (t) => {
  const own = await openV1(t, 'SQLite', {
    env: { HUSHLINK_PLANS_ANONYMOUS_TTL: '3600', HUSHLINK_SECRETS_DEFAULT_TTL: '7200' },
  });
  const longest = own.config.plans.basic.ttlSeconds;
  for (const [program, ttls] of [
    [own.anonymous, [3600, 3600, 3600]],
    [own.customer, [7200, 7200, longest]],
  ] as const) {
    const shared = [{}, { ttl: '0' }, { ttl: '99999999' }].map((fields) => program.share({ secret: 'x', ...fields }));
    assert.deepEqual(
      (await Promise.all(shared)).map(({ ttl }) => ttl),
      ttls,
    );
  }
});

for (const secret of [
  'ends\n',
  '\n\n',
  'crlf\r\n',
  ' ',
  '\t',
  '0',
  'null',
  '\u{1f511}',
  'a\u0000b',
  '%41',
  '+',
  '&=',
]) {
  test(`v1 keeps ${JSON.stringify(secret)} as it is`, async () => {
    for (const form of ['urlencoded', 'multipart without files', 'JSON', 'the query of an empty POST']) {
      const { secret_key } = read(await site.anonymous.post('/share', { secret }, form));
      assert.equal(await contentOf(secret_key), secret, form);
    }
  });
}

test('v1 takes numbers for texts where programs without types send them, as long as they are whole', async () => {
  const { secret_key } = read(await json(site, '/share', { secret: 1234, passphrase: 5678, ttl: '300' }));
  assert.equal(read(await json(site, `/secret/${secret_key}`, { passphrase: 5678 })).value, '1234');
  for (const secret of [1e21, 0.1, true, ['a', 'b'], { secret: 'x' }]) {
    const refused = await json(site, '/share', { secret });
    assert.equal(refused.status, 404, JSON.stringify(secret));
  }
  const zero = read(await json(site, '/share', { secret: 0 }));
  assert.equal(await contentOf(zero.secret_key), '0');
});

test('v1 opens and burns with the longest passphrase that it takes, counted in characters', async () => {
  const passphrase = '\u{1f511}'.repeat(1000);
  const opened = await site.anonymous.share({ secret: 'x', passphrase });
  assert.equal(read(await site.anonymous.post(`/secret/${opened.secret_key}`, { passphrase })).value, 'x');
  const burned = await site.anonymous.share({ secret: 'x', passphrase });
  read(await site.anonymous.post(`/private/${burned.metadata_key}/burn`, { passphrase }));
  const longer = { secret: 'x', passphrase: `${passphrase}!` };
  assert.equal((await json(site, '/share', longer)).status, 404);
});

test('v1 ignores fields that it does not know, those of v2 among them', async () => {
  const more = {
    kind: 'generate',
    continue: 'false',
    shrimp: 'x',
    character_sets: 'nothing',
    length: 'long',
    a: { b: 1 },
  };
  const { secret_key } = read(await json(site, '/share', { secret: 'x', ...more }));
  assert.equal(await contentOf(secret_key), 'x');
  const generated = read(await json(site, '/generate', { secret: 'not for this', kind: 'share', truncate: 'x' }));
  assert.equal(await contentOf(generated.secret_key), generated.value);
  assert.notEqual(generated.value, 'not for this');
});

test('v1 reads the query of a POST only where there is no body', async () => {
  const both = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: { secret: 'in the body' } };
  const { secret_key } = read(await site.client.ask('/api/v1/share?secret=in+the+address', both));
  assert.equal(await contentOf(secret_key), 'in the body');
  const nothing = await site.client.ask('/api/v1/share?secret=x', { ...both, body: {} });
  assert.equal(nothing.status, 404);
});

test('only v1 reads the query of a POST', async () => {
  const asked = await site.client.ask('/api/v2/secret/conceal?kind=share&secret=x', { method: 'POST' });
  assert.equal(asked.status, 422);
});

test('v1 takes a POST whose head says nothing of a body or its length', async () => {
  const head = 'POST /api/v1/share?secret=bare%0A&ttl=60 HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n';
  const answer = await sendRaw(site.port, head);
  const key = /"secret_key":"([0-9a-z]{31})"/.exec(answer)?.[1];
  assert.equal(await contentOf(String(key)), 'bare\n', answer);
});

test('v1 refuses a content that is longer than the plan allows with 413, and cuts it only where that is asked for', async () => {
  const most = site.config.plans.anonymous.maxContentChars;
  const long = '\u{1f511}'.repeat(most + 1);
  const refused = await json(site, '/share', { secret: long });
  assert.equal(refused.status, 413);
  assert.match(JSON.parse(refused.body.toString()).message, new RegExp(new Intl.NumberFormat('en').format(most)));
  const cut = read(await json(site, '/share', { secret: long, truncate: 'true' }));
  assert.equal(await contentOf(cut.secret_key), '\u{1f511}'.repeat(most));
  assert.equal(await contentOf(read(await json(site, '/share', { secret: long.slice(2) })).secret_key), long.slice(2));
});

test('v1 generates as long a password as it is asked for, and says what lengths there are', async () => {
  for (const length of ['', undefined]) assert.equal(read(await json(site, '/generate', { length })).value.length, 16);
  for (const length of [8, '8', 128]) {
    assert.equal(read(await json(site, '/generate', { length })).value.length, Number(length));
  }
  for (const length of [7, 129, 'long', -1, 1.5]) {
    const refused = await json(site, '/generate', { length });
    assert.deepEqual([refused.status, /8.*128/.test(refused.body.toString())], [404, true], String(length));
  }
});

test('v1 takes the site’s own name for a share domain, and no other', async () => {
  for (const share_domain of ['', 'localhost:3000', null]) {
    assert.equal(read(await json(site, '/share', { secret: 'x', share_domain })).share_domain, 'localhost:3000');
  }
  assert.equal((await json(site, '/share', { secret: 'x', share_domain: 'elsewhere.example' })).status, 404);
});

/** As programs write whom the link is for. */
const RECIPIENTS: readonly (readonly [what: string, body: string, type?: string])[] = [
  ['a text', 'recipient=ada@example.com'],
  ['a list by its form name', 'recipient[]=ada@example.com'],
  ['a list by its escaped form name', 'recipient%5B%5D=ada@example.com'],
  ['several fields of the name', 'recipient=ada@example.com&recipient=ada@example.com'],
  ['a list with an empty entry', 'recipient[]=&recipient[]=ada@example.com'],
  ['a text in JSON', '{"recipient":"ada@example.com"}', 'application/json'],
  ['a list in JSON', '{"recipient":["ada@example.com"]}', 'application/json'],
  ['the form name in JSON', '{"recipient[]":["ada@example.com"]}', 'application/json'],
];
const NOBODY: typeof RECIPIENTS = [
  ['an empty text', 'recipient='],
  ['an empty list by its form name', 'recipient[]='],
  ['an empty text in JSON', '{"recipient":""}', 'application/json'],
  ['an empty list in JSON', '{"recipient":[]}', 'application/json'],
  ['a list of an empty text in JSON', '{"recipient":[""]}', 'application/json'],
  ['null in JSON', '{"recipient":null}', 'application/json'],
];
const mailing = await openV1({ after }, 'SQLite', {
  mailServer: smtp,
  env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' },
});

async function shareWith(body: string, type = 'application/x-www-form-urlencoded', authorization?: string) {
  const sent = type.endsWith('json') ? body.replace('{', '{"secret":"x",') : `secret=x&${body}`;
  const headers = { 'Content-Type': type, ...(authorization && { Authorization: authorization }) };
  return mailing.client.ask('/api/v1/share', { method: 'POST', headers, body: sent });
}

for (const [what, body, type] of RECIPIENTS) {
  test(`v1 takes the recipient of a customer as ${what}, and shows the address obscured`, async () => {
    const own = basic(mailing.customer.custid, mailing.token);
    assert.deepEqual(read(await shareWith(body, type, own)).recipient, ['ad*****@e*****.com']);
    const refused = await shareWith(body, type);
    assert.equal(refused.status, 404, 'visitors have no mails sent');
    assert.match(JSON.parse(refused.body.toString()).message, /account/);
  });
}
for (const [what, body, type] of NOBODY) {
  test(`v1 takes ${what} for no recipient, also of a visitor`, async () => {
    assert.deepEqual(read(await shareWith(body, type)).recipient, []);
  });
}

function sendRaw(port: number, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
    });
    socket.once('end', () => resolve(answer)).once('error', reject);
    socket.write(head);
  });
}
