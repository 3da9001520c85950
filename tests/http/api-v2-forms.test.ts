import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { apiOf } from '../support/api.ts';
import { createTestApp } from '../support/app.ts';

const HOST = 'localhost:3000';
const site = createTestApp({ after });
const api = apiOf(site);

function post(path: string, contentType: string | null, body: string) {
  const call = supertest(site.app).post(`/api/v2${path}`).set('Host', HOST);
  return (contentType === null ? call.unset('Content-Type') : call.set('Content-Type', contentType)).send(body);
}

const multipart = (fields: Readonly<Record<string, string>>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--b--\r\n`;

const FLAT = { secret: 'say it\n', ttl: '120', passphrase: 'once', kind: 'share', recipient: '', share_domain: '' };
const NESTED = Object.fromEntries(Object.entries(FLAT).map(([name, value]) => [`secret[${name}]`, value]));
const FORM = 'application/x-www-form-urlencoded';

test('a secret is made of flat and of nested fields, however they are written', async () => {
  for (const [contentType, body] of [
    ['application/json', JSON.stringify(FLAT)],
    ['application/json', JSON.stringify({ secret: FLAT })],
    ['application/json', JSON.stringify({ secret: { secret: FLAT.secret, passphrase: 'once' }, ttl: 120 })],
    ['application/json', JSON.stringify({ ...FLAT, secret: { secret: FLAT.secret, passphrase: null, ttl: null } })],
    ['application/json', JSON.stringify({ ...FLAT, secret: { secret: FLAT.secret, passphrase: '', ttl: '' } })],
    [
      FORM,
      String(
        new URLSearchParams({ ...NESTED, ttl: '120', 'secret[ttl]': '', passphrase: 'once', 'secret[passphrase]': '' }),
      ),
    ],
    ['application/json, application/json', JSON.stringify({ ...FLAT, recipient: [], ttl: 120 })],
    [FORM, String(new URLSearchParams(FLAT))],
    [FORM, String(new URLSearchParams(NESTED))],
    [FORM, `${new URLSearchParams({ ...FLAT, recipient: '' })}&recipient[]=&unknown=1`],
    ['multipart/form-data; boundary=b', multipart(FLAT)],
    ['multipart/form-data; boundary=b', multipart(NESTED)],
  ] as const) {
    const made = await post('/secret/conceal', contentType, body);
    assert.equal(made.status, 200, `${contentType} ${body}: ${made.text}`);
    const { secret } = made.body.record;
    assert.deepEqual([secret.lifespan, secret.has_passphrase], [120, true], body);
    const shown = await api.reveal(secret.key, { passphrase: 'once' }).expect(200);
    assert.equal(shown.body.record.secret_value, 'say it\n', body);
  }
});

test('an untouched field takes no place of recipients that stand elsewhere', async () => {
  const robin = ['robin@example.com'];
  for (const fields of [
    ...['', null, [], ['']].map((recipient) => ({ secret: 'x', recipient, 'recipient[]': robin })),
    { secret: 'x', 'recipient[]': robin },
    { secret: { secret: 'x', recipient: [] }, recipient: robin },
    { secret: { secret: 'x', recipient: [] }, 'recipient[]': robin },
  ]) {
    const body = JSON.stringify(fields);
    const refused = await post('/secret/conceal', 'application/json', body).expect(422);
    // Nobody is signed in.
    assert.equal(refused.body.field, 'recipient', body);
  }
});

test('a password of no characters at all is refused, flat and nested', async () => {
  for (const fields of [{ character_sets: [] }, { secret: { character_sets: [] } }]) {
    const refused = await post('/secret/generate', 'application/json', JSON.stringify(fields)).expect(422);
    assert.equal(refused.body.field, 'character_sets', JSON.stringify(fields));
  }
});

test('a program that calls sharing conceal shares, and is told the word of the contract [API-04]', async () => {
  const fields = { kind: 'conceal', share_domain: '', secret: 'say it', ttl: '120', passphrase: '', recipient: '' };
  for (const [contentType, body] of [
    ['application/json', JSON.stringify({ secret: fields })],
    ['application/json', JSON.stringify(fields)],
    [FORM, String(new URLSearchParams(fields))],
  ] as const) {
    const made = await post('/secret/conceal', contentType, body);
    assert.deepEqual([made.status, made.body.details?.kind], [200, 'share'], made.text);
    const shown = await api.reveal(made.body.record.secret.key).expect(200);
    assert.equal(shown.body.record.secret_value, 'say it', body);
  }
});

test('what stands behind the first sign of equality is content, whatever signs are in it', async () => {
  for (const body of ['secret=cfg[db]=a=b&passphrase=a]=b', 'secret[secret]=cfg[db]=a=b&passphrase=a%5D=b']) {
    const made = await post('/secret/conceal', FORM, body);
    assert.equal(made.status, 200, made.text);
    const { secret } = made.body.record;
    assert.equal(secret.has_passphrase, true, body);
    await api.reveal(secret.key, { passphrase: '' }).expect(422);
    const shown = await post(`/secret/${secret.key}/reveal`, FORM, 'continue=true&passphrase=a]=b');
    assert.equal(shown.body.record.secret_value, 'cfg[db]=a=b', body);
  }
});

test('a number says yes and no in JSON too', async () => {
  for (const [sent, isRevealed] of [
    [1, true],
    [0, false],
  ] as const) {
    const { body } = await post('/secret/conceal', 'application/json', JSON.stringify(FLAT));
    const asked = JSON.stringify({ passphrase: 'once', continue: sent });
    const shown = await post(`/secret/${body.record.secret.key}/reveal`, 'application/json', asked);
    assert.equal(shown.body.record.secret_value === 'say it\n', isRevealed);
  }
});

test('a program may write yes into a form with a capital letter, as Python and PowerShell do', async () => {
  const tooLong = 'x'.repeat(10_001);
  await post('/secret/conceal', FORM, `secret=${tooLong}&truncate=False`).expect(413);
  await post('/secret/conceal', FORM, `secret=${tooLong}&truncate=True`).expect(200);
  const [kept, burned] = [await api.share('say it'), await api.share('unsaid')];
  const looked = await post(`/secret/${kept.secretKey}`, FORM, 'continue=False').expect(200);
  assert.equal(looked.body.record.secret_value, undefined);
  const shown = await post(`/secret/${kept.secretKey}`, FORM, 'continue=True').expect(200);
  assert.equal(shown.body.record.secret_value, 'say it');
  await post(`/private/${burned.metadataKey}/burn`, FORM, 'continue=True').expect(200);
});

test('the text of the boundary may stand in a secret, wherever it is no line of its own', async () => {
  const secrets = [
    'the boundary of a text',
    '--boundary',
    '--boundary--',
    'a\r\nboundary',
    '\r\n--boundaries\r\n',
    '--',
  ];
  for (const boundary of ['boundary', '"(b:o.u+n?)"']) {
    const bare = boundary.replaceAll('"', '');
    for (const secret of secrets.map((text) => `say ${text.replaceAll('boundary', bare)}`)) {
      const body = multipart({ secret }).replaceAll(/--b(?=\r\n|--\r\n$)/g, () => `--${bare}`);
      const made = await post('/secret/conceal', `multipart/form-data; boundary=${boundary}`, body);
      assert.equal(made.status, 200, body);
      const shown = await api.reveal(made.body.record.secret.key).expect(200);
      assert.equal(shown.body.record.secret_value, secret);
    }
  }
});

test('a password is generated of flat and of nested fields, by either route', async () => {
  const shape = { length: '20', character_sets: 'digits' };
  for (const [path, fields] of [
    ['/secret/generate', shape],
    ['/secret/generate', { secret: shape }],
    ['/secret/generate', { ...shape, character_sets: ' digits, digits ' }],
    ['/secret/generate', { secret: { ...shape, kind: 'generate' } }],
    ['/secret/conceal', { ...shape, kind: 'generate' }],
    ['/secret/conceal', { secret: { length: 20, character_sets: ['digits'], kind: 'generate' } }],
  ] as const) {
    const { body } = await api.post(path, fields).expect(200);
    assert.match(body.record.secret_value, /^\d{20}$/);
    assert.deepEqual(body.details, { kind: 'generate', recipient: [], recipient_safe: [] });
  }
});

test('the private page goes by three names, with the same answers', async () => {
  const { metadataKey } = await api.share('by any name');
  const names = ['private', 'metadata', 'receipt'];
  const looks = await Promise.all(
    names.flatMap((name) => [api.get(`/${name}/${metadataKey}`), api.post(`/${name}/${metadataKey}`)]),
  );
  for (const { status, body } of looks) {
    assert.deepEqual([status, body.record, body.details], [200, looks[0]?.body.record, looks[0]?.body.details]);
  }
  for (const name of names) {
    const shared = await api.share('burn by any name');
    const { body } = await api.post(`/${name}/${shared.metadataKey}/burn`, { continue: 'true' }).expect(200);
    const { metadata, ...record } = body.record;
    assert.deepEqual([record.state, record], ['burned', metadata]);
  }
});
