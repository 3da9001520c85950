import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const api = apiOf(site);
const ORIGIN = 'http://localhost:3000';

type Keys = Awaited<ReturnType<typeof api.share>>;

const read = async ({ metadataKey }: Keys) => (await api.get(`/private/${metadataKey}`).expect(200)).body;
/** '2030-01-15@12:00:00 UTC' */
const utc = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 19).replace('T', '@')} UTC`;
const seconds = () => Math.floor(site.clock.now() / 1000);

test('a record names itself, its links and its times, and says for how long it waits [API-25 META-10]', async () => {
  const shared = await api.share('x', { ttl: 3600 });
  const [{ metadataKey, secretKey }, createdUtc] = [shared, utc(site.clock.now())];
  const { record } = await read(shared);
  const told = {
    ...{ key: metadataKey, identifier: metadataKey, shortkey: metadataKey.slice(0, 8) },
    ...{ secret_shortkey: secretKey.slice(0, 6), updated: seconds(), stamp: createdUtc, recipients: '' },
    ...{ share_url: `${ORIGIN}/secret/${secretKey}`, metadata_url: `${ORIGIN}/private/${metadataKey}` },
    ...{ expiration_stamp: '1 hour', created_date_utc: createdUtc, show_recipients: false },
  };
  assert.deepEqual({ ...record, ...told }, record);
  site.clock.advance(1_800_000);
  const { record: half, details } = await read(shared);
  assert.deepEqual([half.expiration_stamp, half.secret_ttl, half.lifespan], ['30 minutes', 1800, 3600]);
  assert.deepEqual([half.share_path, details.show_recipients], [`/secret/${secretKey}`, false]);
  await api.reveal(secretKey).expect(200);
  const { record: opened } = await read(shared);
  assert.deepEqual([opened.updated, opened.created_date_utc, opened.lifespan], [seconds(), createdUtc, 3600]);
  assert.deepEqual([opened.share_url, opened.share_path, opened.is_viewed], ['', '', false]);
});

const ENDS: readonly (readonly [state: string, end: (keys: Keys) => unknown, flags: object])[] = [
  ['new', () => {}, { is_received: false, is_burned: false, is_destroyed: false }],
  [
    'received',
    ({ secretKey }) => api.reveal(secretKey).expect(200),
    { is_received: true, is_burned: false, is_destroyed: true },
  ],
  [
    'burned',
    ({ metadataKey }) => api.post(`/private/${metadataKey}/burn`, { continue: 'true' }).expect(200),
    { is_received: false, is_burned: true, is_destroyed: true },
  ],
  ['expired', () => site.clock.advance(60_000), { is_received: false, is_burned: false, is_destroyed: false }],
];

for (const [state, end, flags] of ENDS) {
  test(`of a secret that is ${state}, record and details say so by the same flags, and when [API-26 API-27 GEN-09 GEN-10]`, async () => {
    const shared = await api.share('x', { ttl: 60 });
    await end(shared);
    const { record, details } = await read(shared);
    assert.equal(record.state, state);
    for (const one of [record, details]) assert.deepEqual({ ...one, ...flags }, one);
    for (const what of ['received', 'burned']) {
      const [date, dateUtc] = [details[`${what}_date`], details[`${what}_date_utc`]];
      if (what !== state) assert.deepEqual([date, dateUtc], [null, null], what);
      else assert.deepEqual([/January 15, 2030/.test(date), dateUtc], [true, utc(site.clock.now())]);
    }
    assert.equal(details.show_secret_link, state === 'new');
  });
}

test('the sender’s details say what kind of secret it is and what of it can be shown [API-28]', async () => {
  const plain = (await read(await api.share('one\ntwo'))).details;
  assert.deepEqual([plain.has_passphrase, plain.is_truncated], [false, false]);
  assert.deepEqual([plain.can_decrypt, plain.show_secret, plain.secret_value], [true, true, 'one\ntwo']);
  assert.equal(plain.display_lines, 5);
  const long = { secret: 'x'.repeat(10_001), passphrase: 'open sesame', truncate: 'true' };
  const guarded = (await read(await api.share(long.secret, long))).details;
  assert.deepEqual([guarded.has_passphrase, guarded.is_truncated], [true, true]);
  assert.deepEqual([guarded.can_decrypt, guarded.show_secret, guarded.secret_value], [false, false, null]);
});

test('the recipient’s record and details change with the reveal in what it shows, and in nothing else [API-08 API-29 API-30]', async () => {
  const { secretKey } = await api.share('one\ntwo');
  const before = (await api.get(`/secret/${secretKey}`).expect(200)).body;
  const revealed = (await api.reveal(secretKey).expect(200)).body;
  const kind = { has_passphrase: false, verification: false, is_truncated: false, original_size: 7 };
  assert.deepEqual({ ...before.record, ...kind }, before.record);
  assert.deepEqual({ ...revealed.record, ...kind, secret_value: 'one\ntwo' }, revealed.record);
  const whose = { verification: false, is_owner: false };
  const lines = { one_liner: false };
  assert.deepEqual({ ...before.details, ...whose, ...lines, show_secret: false, display_lines: 0 }, before.details);
  assert.deepEqual({ ...revealed.details, ...whose, ...lines, show_secret: true, display_lines: 5 }, revealed.details);
  const { body } = await api.reveal((await api.share('one')).secretKey).expect(200);
  assert.equal(body.details.one_liner, true);
});
