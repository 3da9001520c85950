import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';

const shared = createTestApp({ after });
const api = apiOf(shared);

test('a secret can be read once and only once [GEN-01 REV-06 GEN-10]', async () => {
  const { secretKey } = await api.share('the content');
  const first = await api.reveal(secretKey).expect(200);
  assert.equal(first.body.record.secret_value, 'the content');
  const second = await api.reveal(secretKey).expect(404);
  assert.equal(second.body.message, 'Secret not found or already viewed');
  assert.equal(second.body.error_type, 'RecordNotFound');
});

test('a password can be generated instead of typed, and is revealed like any secret [GEN-02]', async () => {
  const { body } = await api.post('/secret/generate').expect(200);
  assert.match(body.record.secret_value, /^\S{16}$/);
  assert.equal(body.details.kind, 'generate');
  const revealed = await api.reveal(body.record.secret.key).expect(200);
  assert.equal(revealed.body.record.secret_value, body.record.secret_value);
});

test('length and character sets of a generated password can be chosen [API-04]', async () => {
  const { body } = await api.conceal({ kind: 'generate', length: '24', character_sets: ['digits'] }).expect(200);
  assert.match(body.record.secret_value, /^[23456789]{24}$/);
});

test('without continue a POST reads and consumes nothing [REV-05 API-08]', async () => {
  const { secretKey } = await api.share('still there');
  for (const fields of [{}, { continue: 'false' }, { continue: '' }, { continue: false }]) {
    const { body } = await api.post(`/secret/${secretKey}`, fields).expect(200);
    assert.equal(body.record.secret_value, undefined);
    assert.equal(body.details.show_secret, false);
  }
  await api.get(`/secret/${secretKey}`).expect(200);
  await api.reveal(secretKey).expect(200);
});

test('a secret that nobody reads expires after its lifetime [GEN-11 GEN-03]', async () => {
  const { secretKey, metadataKey } = await api.share('short', { ttl: 60 });
  shared.clock.advance(59_999);
  await api.get(`/secret/${secretKey}`).expect(200);
  shared.clock.advance(1);
  await api.get(`/secret/${secretKey}`).expect(404);
  await api.reveal(secretKey).expect(404);
  const { body } = await api.get(`/private/${metadataKey}`).expect(200);
  assert.equal(body.record.state, 'expired');
  assert.equal(body.record.is_destroyed, false);
});

test('a passphrase is needed to read, and a wrong one does not consume the secret [GEN-03 REV-05 BURN-11 API-08]', async () => {
  const { secretKey } = await api.share('guarded', { passphrase: 'open sesame' });
  const without = await api.reveal(secretKey).expect(422);
  assert.equal(without.body.error_type, 'WrongPassphrase');
  const wrong = await api.reveal(secretKey, { passphrase: 'open poppy' }).expect(422);
  assert.deepEqual([wrong.body.message, wrong.body.field], ['Double check that passphrase', 'passphrase']);
  shared.clock.advance(1000);
  const right = await api.reveal(secretKey, { passphrase: 'open sesame' }).expect(200);
  assert.equal(right.body.record.secret_value, 'guarded');
});

test('a passphrase is as long as its characters are many, whatever each takes in UTF-16', async () => {
  const key = '\u{1f511}';
  const { secretKey } = await api.share('x', { passphrase: key.repeat(1000) });
  const opened = await api.reveal(secretKey, { passphrase: key.repeat(1000) }).expect(200);
  assert.equal(opened.body.record.secret_value, 'x');
  const { body } = await api.conceal({ secret: 'x', passphrase: key.repeat(1001) }).expect(422);
  assert.deepEqual([body.field, body.message], ['passphrase', 'The passphrase may be at most 1,000 characters long.']);
});

test('mail to a recipient needs an account [GEN-04]', async () => {
  for (const fields of [
    { recipient: 'a@example.org' },
    { recipient: ['a@example.org'] },
    { 'recipient[]': ['a@example.org'] },
  ]) {
    const { body } = await api.conceal({ secret: 'x', ...fields }).expect(422);
    assert.equal(body.field, 'recipient');
  }
  await api.conceal({ secret: 'x', recipient: '' }).expect(200);
});

test('opening a link in any way that is not a confirmed POST consumes nothing [REV-05]', async () => {
  const { secretKey } = await api.share('unread');
  for (let times = 0; times < 5; times += 1) {
    await api.get(`/secret/${secretKey}`).expect(200);
    await api.get(`/secret/${secretKey}/status`).expect(200);
  }
  const { body } = await api.reveal(secretKey).expect(200);
  assert.equal(body.record.secret_value, 'unread');
});

test('seen is noted without consuming, and only while the secret waits', async () => {
  const { secretKey, metadataKey } = await api.share('soon');
  await api.post(`/secret/${secretKey}/seen`).expect(204);
  const { body } = await api.get(`/private/${metadataKey}`).expect(200);
  assert.deepEqual([body.record.state, body.record.is_previewed], ['previewed', true]);
  await api.reveal(secretKey).expect(200);
});

test('the recipient who did not expect it can burn it, with a confirmation', async () => {
  const { secretKey, metadataKey } = await api.share('unwanted');
  await api.post(`/secret/${secretKey}/burn`).expect(422);
  const { body } = await api.post(`/secret/${secretKey}/burn`, { continue: true }).expect(200);
  assert.deepEqual([body.record.state, body.record.burned_by], ['burned', 'recipient']);
  await api.reveal(secretKey).expect(404);
  const seen = await api.get(`/private/${metadataKey}`).expect(200);
  assert.equal(seen.body.details.burned_by, 'recipient');
});

test('one thousand strings come back byte for byte, line ends and controls included', async () => {
  const comesBack = async (content: string) => {
    const { secretKey } = await api.share(content);
    const { body } = await api.reveal(secretKey);
    assert.equal(body.record.secret_value, content);
  };
  // Twenty at a time share the commits that they wait for.
  const contents = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), {
    minLength: 20,
    maxLength: 20,
  });
  const known = ['\n', '\r\nx\r\n', '\u0001\u001f\u007f', 'ab\u0000c', ' ', '\u202eabc'];
  const allComeBack = fc.asyncProperty(contents, async (texts) => void (await Promise.all(texts.map(comesBack))));
  await fc.assert(allComeBack, { numRuns: 50, examples: [[known]] });
});

test('nine thousand nine hundred characters with emoji and right-to-left text come back byte for byte', async () => {
  const content = `\n${'\u{1F511}\u05e9\u05dc\u05d5\u05dd \r\n\u0007'.repeat(1100)}`.slice(0, 9900);
  const whole = content.isWellFormed() ? content : content.slice(0, -1);
  const { secretKey } = await api.share(whole);
  const { body } = await api.reveal(secretKey).expect(200);
  assert.equal(body.record.secret_value, whole);
});

test('display lines follow length and newlines', async () => {
  for (const [content, lines] of [
    ['x', 4],
    ['x'.repeat(80), 5],
    ['a\nb\nc', 6],
    ['\n'.repeat(500), 30],
  ] as const) {
    const { secretKey } = await api.share(content);
    const { body } = await api.reveal(secretKey).expect(200);
    assert.equal(body.details.display_lines, lines);
  }
});
