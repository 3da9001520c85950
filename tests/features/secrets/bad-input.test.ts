import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';

const shared = createTestApp({ after });
const api = apiOf(shared);
const database = new DatabaseSync(join(shared.folder, 'hushlink.db'), { readOnly: true });
after(() => database.close());

const rowCount = () =>
  database.prepare('SELECT (SELECT count(*) FROM secret) + (SELECT count(*) FROM metadata) AS n').get()?.n;

/** Sends exactly these bytes. */
function raw(path: string, contentType: string | null, body: string | Buffer) {
  const asked = supertest(shared.app).post(path).set('Host', 'localhost:3000');
  if (contentType !== null) asked.set('Content-Type', contentType);
  return asked.serialize((bytes) => bytes).send(body as string);
}

async function refuses(asked: supertest.Test, what: string): Promise<supertest.Response> {
  const before = rowCount();
  const response = await asked;
  assert.ok(response.status >= 400 && response.status < 500, `${what}: ${response.status} ${response.text}`);
  assert.equal(response.body.success, false, what);
  assert.equal(typeof response.body.message, 'string', what);
  assert.equal(typeof response.body.error_type, 'string', what);
  assert.equal(rowCount(), before, `${what}: something was stored`);
  return response;
}

const WRONG_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  secret: ['', null, 7, true, [], ['a', 'b'], {}, '\ud800', 'x'.repeat(10_001)],
  ttl: [
    0,
    -1,
    59,
    604_801,
    1e12,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    60.5,
    '60.5',
    '-60',
    '1e3',
    'abc',
    'NaN',
    true,
    [],
    [60, 60],
    {},
    '0x60',
    '60s',
  ],
  passphrase: [7, true, [], ['a', 'b'], {}, '\udfff', 'x'.repeat(1001)],
  kind: ['', 'burn', 7, ['share'], {}, '__proto__', 'constructor'],
  recipient: [7, {}, [7], 'a@example.org'],
  share_domain: [7, {}, 'evil.example.org', '__proto__'],
  truncate: [7, {}, []],
  length: [0, -1, 7, 129, 'abc', {}, Number.NaN],
  character_sets: ['emoji', [], ['digits', 'emoji'], 7, {}],
};

test('a wrong value in any field is a clear 4xx, and nothing is stored [CRE-31 CRE-32 ERR-23]', async () => {
  for (const [field, values] of Object.entries(WRONG_VALUES)) {
    for (const value of values) {
      // JSON has no NaN: it arrives as null, which is a missing value where that is allowed.
      if (typeof value === 'number' && !Number.isFinite(value)) continue;
      if (field === 'kind' && value === '') continue;
      const isGenerated = field === 'length' || field === 'character_sets';
      const fields = { secret: 'content', kind: isGenerated ? 'generate' : 'share', [field]: value };
      const response = await refuses(api.post('/secret/conceal', fields), `${field}=${JSON.stringify(value)}`);
      assert.equal(response.body.field, field, `${field}=${JSON.stringify(value)}`);
    }
  }
});

test('nothing to share says so in the words of the specification [CRE-31]', async () => {
  const { body } = await api.conceal({ secret: '' }).expect(422);
  assert.deepEqual(
    [body.message, body.error_type, body.field],
    ['You did not provide anything to share', 'FormError', 'secret'],
  );
});

test('a lifetime outside the range is refused with the range; a missing one is the default [CRE-21 GEN-03]', async () => {
  const { body } = await api.conceal({ secret: 'x', ttl: 59 }).expect(422);
  assert.match(body.message, /60.*604,800/);
  for (const ttl of [undefined, null, '']) {
    const made = await api.conceal({ secret: 'x', ttl }).expect(200);
    assert.equal(made.body.record.secret.lifespan, 604_800);
  }
  for (const ttl of [60, '60', '604800']) {
    const made = await api.conceal({ secret: 'x', ttl }).expect(200);
    assert.equal(made.body.record.secret.lifespan, Number(ttl));
  }
});

test('the same fields are checked in a form as in JSON', async () => {
  const form = 'application/x-www-form-urlencoded';
  for (const body of [
    'secret=',
    'secret=x&ttl=NaN',
    'secret=x&ttl=0',
    'secret=a&secret=b',
    'secret[a]=b',
    'ttl=60',
    'secret=x&ttl=60&ttl=60',
    'secret=x&ttl=-0',
  ]) {
    await refuses(raw('/api/v2/secret/conceal', form, body), body);
  }
});

test('a body that cannot be read is 400: broken JSON, UTF-8 or percent-encoding', async () => {
  const json = 'application/json';
  const form = 'application/x-www-form-urlencoded';
  const broken: [string | null, string | Buffer][] = [
    [json, '{"secret":'],
    [json, '[]'],
    [json, '"text"'],
    [json, 'null'],
    [json, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    [form, 'secret=%'],
    [form, 'secret=%zz'],
    [form, 'secret=%ff%fe'],
    [form, Buffer.from([0x73, 0x3d, 0xc3, 0x28])],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="secret"\r\n\r\nnever ends'],
  ];
  for (const [contentType, body] of broken) {
    const response = await refuses(raw('/api/v2/secret/conceal', contentType, body), `${contentType} ${body}`);
    assert.equal(response.status, 400, `${contentType} ${body}`);
  }
});

test('bodies of another kind, compressed ones and files are 415', async () => {
  for (const contentType of ['text/plain', 'application/xml', 'application/octet-stream', 'image/png']) {
    const response = await refuses(raw('/api/v2/secret/conceal', contentType, 'secret=x'), contentType);
    assert.equal(response.status, 415, contentType);
  }
  const zipped = raw('/api/v2/secret/conceal', 'application/json', '{}').set('Content-Encoding', 'gzip');
  assert.equal((await refuses(zipped, 'gzip')).status, 415);
  const file = supertest(shared.app)
    .post('/api/v2/secret/conceal')
    .set('Host', 'localhost')
    .attach('secret', Buffer.from('x'), 'x.txt');
  assert.equal((await refuses(file, 'file')).status, 415);
});

test('a body over the byte ceiling is 413', async () => {
  const response = await refuses(
    raw('/api/v2/secret/conceal', 'application/json', `{"secret":"${'x'.repeat(2_000_000)}"}`),
    'huge',
  );
  assert.equal(response.status, 413);
});

test('prototype keys in any form are neither taken nor harmful', async () => {
  const json = '{"__proto__":{"secret":"x","isAdmin":true},"constructor":{"prototype":{"polluted":1}},"kind":"share"}';
  await refuses(raw('/api/v2/secret/conceal', 'application/json', json), json);
  for (const body of ['__proto__[secret]=x', 'constructor[prototype][secret]=x', 'secret[__proto__]=x', 'toString=x']) {
    await refuses(raw('/api/v2/secret/conceal', 'application/x-www-form-urlencoded', body), body);
  }
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  assert.equal(({} as Record<string, unknown>).isAdmin, undefined);
});

test('every form that programs send is taken: urlencoded, multipart, JSON, no content type, two of them', async () => {
  const sent: [string | null, string][] = [
    ['application/x-www-form-urlencoded; charset=UTF-8', 'secret=%C3%A9+x&recipient[]=&kind=share'],
    ['application/json; charset=utf-8', '{"secret":"\u00e9 x","recipient":[]}'],
    ['application/json, application/json', '{"secret":"\u00e9 x"}'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="secret"\r\n\r\n\u00e9 x\r\n--b--\r\n',
    ],
  ];
  for (const [contentType, body] of sent) {
    const made = await raw('/api/v2/secret/conceal', contentType, body);
    assert.equal(made.status, 200, `${contentType}: ${made.text}`);
    const { record } = (await api.reveal(made.body.record.secret.key).expect(200)).body;
    assert.equal(record.secret_value, '\u00e9 x');
  }
});

test('wrong attempts at a secret’s other routes leave it untouched', async () => {
  const { secretKey, metadataKey } = await api.share('untouched', { passphrase: 'p' });
  const wrong = [
    { passphrase: {} },
    { passphrase: [1] },
    { passphrase: 7 },
    { continue: {} },
    { continue: [true] },
    { continue: 7 },
  ];
  for (const fields of wrong) {
    for (const path of [`/secret/${secretKey}`, `/secret/${secretKey}/burn`, `/private/${metadataKey}/burn`]) {
      await refuses(api.post(path, fields), `${path} ${JSON.stringify(fields)}`);
    }
  }
  const { details } = (await api.get(`/private/${metadataKey}`)).body;
  assert.equal(details.passphrase_failures, 0);
  await api.reveal(secretKey, { passphrase: 'p' }).expect(200);
});

test('half a character is blamed on the field it stands in: a passphrase is not the content', async () => {
  const content = await refuses(api.post('/secret/conceal', { secret: '\ud800' }), 'half in the content');
  assert.deepEqual([content.body.field, content.body.message], ['secret', 'The content must be plain text.']);
  for (const path of ['conceal', 'generate']) {
    const fields = path === 'conceal' ? { secret: 'x' } : {};
    const asked = api.post(`/secret/${path}`, { ...fields, passphrase: 'a\udfff' });
    const { body } = await refuses(asked, `half in the passphrase to ${path}`);
    assert.deepEqual([body.field, body.message], ['passphrase', 'The value of passphrase is of the wrong type.']);
  }
});
