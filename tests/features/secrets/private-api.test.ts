import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';

const shared = createTestApp({ after });
const api = apiOf(shared);

const METADATA_FIELDS = `key identifier shortkey secret_shortkey custid state created updated stamp lifespan secret_ttl
  metadata_ttl share_domain recipients show_recipients has_passphrase is_previewed is_viewed is_received is_burned
  is_expired is_destroyed is_truncated share_url metadata_url burn_url expiration_stamp created_date_utc`.split(/\s+/);
const DETAIL_FIELDS = `is_received is_burned is_destroyed received_date received_date_utc burned_date burned_date_utc
  has_passphrase can_decrypt secret_value display_lines is_truncated show_secret show_secret_link show_metadata
  show_metadata_link show_recipients maxviews view_count passphrase_failures locked_until burned_by`.split(/\s+/);

test('concealing answers the metadata record, the secret record and the kind [API-04 CRE-28 CRE-29]', async () => {
  const { body } = await api.share('x', { ttl: '3600', share_domain: '' });
  const { metadata, secret, share_domain } = body.record;
  for (const field of METADATA_FIELDS) assert.ok(field in metadata, field);
  assert.match(metadata.key, /^[0-9a-z]{31}$/);
  assert.notEqual(metadata.key, secret.key);
  assert.deepEqual([metadata.shortkey, metadata.secret_shortkey], [metadata.key.slice(0, 8), secret.key.slice(0, 6)]);
  assert.deepEqual([metadata.secret_ttl, metadata.lifespan, metadata.expiration_stamp], [3600, 3600, '1 hour']);
  assert.equal(metadata.share_url, `http://localhost:3000/secret/${secret.key}`);
  assert.equal(share_domain, 'localhost:3000');
  assert.deepEqual(body.details, { kind: 'share', recipient: [], recipient_safe: [] });
  assert.deepEqual([body.success, body.custid, typeof body.shrimp], [true, 'anon', 'string']);
});

test('the private read has every field of record and details [API-06 META-01]', async () => {
  const { metadataKey, secretKey } = await api.share('mine');
  for (const alias of ['private', 'metadata', 'receipt']) {
    for (const asked of [api.get(`/${alias}/${metadataKey}`), api.post(`/${alias}/${metadataKey}`)]) {
      const { record, details } = (await asked.expect(200)).body;
      for (const field of METADATA_FIELDS) assert.ok(field in record, field);
      for (const field of DETAIL_FIELDS) assert.ok(field in details, field);
      assert.equal(record.secret_key, secretKey);
      assert.deepEqual([record.share_path, record.burn_path], [`/secret/${secretKey}`, `/private/${metadataKey}/burn`]);
      assert.deepEqual([record.state, details.view_count, details.maxviews], ['new', 0, 1]);
    }
  }
});

test('the recipient’s record and details have every field and no value before the reveal [API-09]', async () => {
  const { secretKey } = await api.share('hidden', { passphrase: 'p' });
  const { record, details } = (await api.get(`/secret/${secretKey}`).expect(200)).body;
  const fields =
    'key secret_key secret_shortkey has_passphrase verification is_truncated original_size is_owner share_domain secret_ttl';
  for (const field of fields.split(' ')) assert.ok(field in record, field);
  const detailFields = 'verification is_owner show_secret correct_passphrase display_lines one_liner continue';
  for (const field of detailFields.split(' ')) assert.ok(field in details, field);
  assert.deepEqual([record.has_passphrase, record.secret_value, record.original_size], [true, undefined, 6]);
  assert.deepEqual([details.show_secret, details.tries_left], [false, 10]);
});

test('the sender sees the content for five minutes after creation, then not any more [META-05 META-07]', async () => {
  const { metadataKey } = await api.share('mine\nto see');
  const before = (await api.get(`/private/${metadataKey}`).expect(200)).body.details;
  assert.deepEqual([before.secret_value, before.show_secret, before.can_decrypt], ['mine\nto see', true, true]);
  assert.equal(before.display_lines, 5);
  shared.clock.advance(300_000);
  const after5 = (await api.get(`/private/${metadataKey}`).expect(200)).body.details;
  assert.deepEqual([after5.secret_value, after5.show_secret], [null, false]);
});

test('with a passphrase the sender never sees the content [META-06]', async () => {
  const { metadataKey } = await api.share('mine', { passphrase: 'p' });
  const { details, record } = (await api.get(`/private/${metadataKey}`).expect(200)).body;
  assert.deepEqual([details.secret_value, details.can_decrypt, record.has_passphrase], [null, false, true]);
});

test('the sender is told that the secret was received, when, and the link is gone [META-14 META-09 GEN-09]', async () => {
  const { metadataKey, secretKey } = await api.share('x');
  shared.clock.advance(90_000);
  await api.reveal(secretKey).expect(200);
  const { record, details } = (await api.get(`/private/${metadataKey}`).expect(200)).body;
  assert.deepEqual([record.state, record.is_received, record.is_destroyed], ['received', true, true]);
  assert.deepEqual([record.secret_key, record.share_url, record.secret_ttl], [undefined, '', 0]);
  assert.equal(details.received, Math.floor(shared.clock.now() / 1000));
  assert.match(details.received_date_utc, /^\d{4}-\d\d-\d\d@\d\d:\d\d:\d\d UTC$/);
  assert.deepEqual([details.view_count, details.burned_date, details.show_secret_link], [1, null, false]);
});

test('the sender burns a secret unread: nobody can open it after that [META-14 API-07 GEN-10]', async () => {
  const { metadataKey, secretKey } = await api.share('x');
  await api.post(`/private/${metadataKey}/burn`).expect(422);
  const { body } = await api.post(`/private/${metadataKey}/burn`, { continue: 'true' }).expect(200);
  assert.deepEqual(
    [body.record.key, body.record.metadata.key, body.record.state],
    [metadataKey, metadataKey, 'burned'],
  );
  assert.deepEqual([body.record.is_burned, body.record.is_destroyed], [true, true]);
  await api.reveal(secretKey).expect(404);
  const { details } = (await api.get(`/private/${metadataKey}`).expect(200)).body;
  assert.equal(details.burned_by, 'sender');
});

test('what is over cannot be burned, and the answer says why [GEN-10]', async () => {
  const [read, burned, expired] = [await api.share('1'), await api.share('2'), await api.share('3', { ttl: 60 })];
  await api.reveal(read.secretKey).expect(200);
  await api.post(`/private/${burned.metadataKey}/burn`, { continue: 'true' }).expect(200);
  shared.clock.advance(60_000);
  const expected = [
    [read, 'AlreadyReceived'],
    [burned, 'AlreadyBurned'],
    [expired, 'Expired'],
  ] as const;
  for (const [{ metadataKey }, type] of expected) {
    const { body } = await api.post(`/private/${metadataKey}/burn`, { continue: 'true' }).expect(409);
    assert.equal(body.error_type, type);
  }
});

test('burning asks for the passphrase and counts wrong ones with those of the reveal [BURN-11 API-07]', async () => {
  const { metadataKey, secretKey } = await api.share('x', { passphrase: 'right' });
  await api.reveal(secretKey, { passphrase: 'no' }).expect(422);
  shared.clock.advance(1000);
  const { body } = await api.post(`/private/${metadataKey}/burn`, { continue: 'true', passphrase: 'no' }).expect(422);
  assert.equal(body.message, 'Double check that passphrase');
  const { details } = (await api.get(`/private/${metadataKey}`).expect(200)).body;
  assert.equal(details.passphrase_failures, 2);
  shared.clock.advance(2000);
  await api.post(`/private/${metadataKey}/burn`, { continue: 'true', passphrase: 'right' }).expect(200);
});

test('ten wrong passphrases lock, the right one included, until the sender lifts it', async () => {
  const light = createTestApp({ after }, { hasLightPassphrases: true });
  const own = apiOf(light);
  const { metadataKey, secretKey } = await own.share('x', { passphrase: 'right' });
  for (let tries = 0; tries < 10; tries += 1) {
    await own.reveal(secretKey, { passphrase: `wrong ${tries}` }).expect(422);
    light.clock.advance(30_000);
  }
  const locked = await own.reveal(secretKey, { passphrase: 'right' }).expect(429);
  assert.equal(locked.body.error_type, 'Locked');
  assert.equal(locked.body.message, 'Too many wrong passphrases. Try again in 60 minutes.');
  assert.equal(Number(locked.headers['retry-after']), 3570);
  assert.deepEqual([locked.body.retry_after, locked.body.tries_left], [3570, 0]);
  assert.equal((await own.get(`/secret/${secretKey}`).expect(200)).body.details.tries_left, 0);
  const { details } = (await own.get(`/private/${metadataKey}`).expect(200)).body;
  assert.equal(details.passphrase_failures, 10);
  assert.equal(details.locked_until, light.clock.now() / 1000 + 3570);
  light.clock.advance(3_481_000);
  const shortly = await own.reveal(secretKey, { passphrase: 'right' }).expect(429);
  assert.equal(shortly.body.message, 'Too many wrong passphrases. Try again in 89 seconds.');
  await own.post(`/private/${metadataKey}/unlock`).expect(200);
  await own.reveal(secretKey, { passphrase: 'right' }).expect(200);
});

test('a lock that a clock far ahead has set keeps no recipient out, and the sender is told of none', async (t) => {
  const light = createTestApp(t, { hasLightPassphrases: true });
  const own = apiOf(light);
  const { metadataKey, secretKey } = await own.share('x', { passphrase: 'right' });
  const lockedUntil = async () => (await own.get(`/private/${metadataKey}`).expect(200)).body.details.locked_until;
  light.clock.advance(2 * 86_400_000);
  for (let tries = 0; tries < 10; tries += 1) {
    await own.reveal(secretKey, { passphrase: `wrong ${tries}` }).expect(422);
    light.clock.advance(30_000);
  }
  assert.equal(await lockedUntil(), light.clock.now() / 1000 + 3570);
  light.clock.advance(-2 * 86_400_000);
  assert.equal(await lockedUntil(), null);
  await own.reveal(secretKey, { passphrase: 'right' }).expect(200);
});

test('after the waits of a clock far ahead, a wrong passphrase locks, and the sender is told', async (t) => {
  const light = createTestApp(t, { hasLightPassphrases: true });
  const own = apiOf(light);
  const { metadataKey, secretKey } = await own.share('x', { passphrase: 'right' });
  light.clock.advance(2 * 86_400_000);
  for (let tries = 1; tries < 10; tries += 1) {
    await own.reveal(secretKey, { passphrase: `wrong ${tries}` }).expect(422);
    light.clock.advance(30_000);
  }
  light.clock.advance(-2 * 86_400_000);
  await own.reveal(secretKey, { passphrase: 'wrong 10' }).expect(422);
  const { body } = await own.reveal(secretKey, { passphrase: 'right' }).expect(429);
  assert.equal(body.retry_after, 3600);
  const { details } = (await own.get(`/private/${metadataKey}`).expect(200)).body;
  assert.equal(details.locked_until, light.clock.now() / 1000 + 3600);
  await own.post(`/private/${metadataKey}/unlock`).expect(200);
  await own.reveal(secretKey, { passphrase: 'right' }).expect(200);
});

test('too soon after a wrong passphrase is 429 with the time to wait, whatever is tried', async () => {
  const { secretKey } = await api.share('x', { passphrase: 'right' });
  await api.reveal(secretKey, { passphrase: 'no' }).expect(422);
  const { body, headers } = await api.reveal(secretKey, { passphrase: 'right' }).expect(429);
  assert.deepEqual([body.error_type, body.retry_after, headers['retry-after']], ['Locked', 1, '1']);
});

test('a record is kept until twice the lifetime of its secret and unknown after that', async () => {
  const { metadataKey } = await api.share('x', { ttl: 7200 });
  shared.clock.advance(2 * 7200_000 - 1);
  await api.get(`/private/${metadataKey}`).expect(200);
  shared.clock.advance(1);
  await api.get(`/private/${metadataKey}`).expect(404);
});

test('the status of a secret is told to whoever holds its key, and unknown keys are unknown', async () => {
  const { secretKey } = await api.share('x');
  const { body } = await api.get(`/secret/${secretKey}/status`).expect(200);
  assert.deepEqual([body.record.state, body.details.realttl], ['new', 604_800]);
  await api.reveal(secretKey).expect(200);
  const later = await api.get(`/secret/${secretKey}/status`).expect(200);
  assert.deepEqual([later.body.record.state, later.body.details.realttl], ['received', 0]);
  for (const key of ['a'.repeat(31), 'nonsense']) {
    const unknown = await api.get(`/secret/${key}/status`).expect(200);
    assert.deepEqual(unknown.body.record, { state: 'unknown' });
  }
});

test('a metadata key opens no secret and a secret key no private page', async () => {
  const { metadataKey, secretKey } = await api.share('x');
  await api.get(`/secret/${metadataKey}`).expect(404);
  await api.reveal(metadataKey).expect(404);
  await api.get(`/private/${secretKey}`).expect(404);
  await api.post(`/private/${secretKey}/burn`, { continue: 'true' }).expect(404);
  await api.reveal(secretKey).expect(200);
});

test('content over the limit is refused by the API, or cut when it says so [CRE-06 CRE-32 REV-09 META-08 GEN-06]', async () => {
  const content = '\u{1F511}'.repeat(10_001);
  const refused = await api.conceal({ secret: content }).expect(413);
  assert.match(refused.body.message, /10,000/);
  await api.conceal({ secret: '\u{1F511}'.repeat(10_000) }).expect(200);
  const { secretKey, metadataKey } = await api.share(content, { truncate: 'true' });
  assert.equal((await api.get(`/private/${metadataKey}`)).body.record.is_truncated, true);
  const { record } = (await api.reveal(secretKey).expect(200)).body;
  assert.deepEqual([record.is_truncated, record.original_size], [true, 10_001]);
  assert.equal(record.secret_value, '\u{1F511}'.repeat(10_000));
});

test('a nested form is taken like a flat one', async () => {
  const { body } = await api
    .post('/secret/conceal', { secret: { secret: 'inner', ttl: 120, kind: 'share' } })
    .expect(200);
  assert.equal(body.record.secret.lifespan, 120);
  const { record } = (await api.reveal(body.record.secret.key).expect(200)).body;
  assert.equal(record.secret_value, 'inner');
});
