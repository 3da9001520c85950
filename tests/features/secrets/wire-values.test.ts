import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import {
  type Keys,
  newMetadata,
  newPrivateDetails,
  newPrivateRecord,
  newSecret,
  OVER,
  recipientAnswers,
  secondsOf,
  utcOf,
} from './wire-shapes.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const api = apiOf(site);

const share = (secret: string) => api.share(secret, { ttl: 3600 });
/** Record and details, of whatever is asked. */
const answerOf = async (asked: ReturnType<typeof api.get>) => {
  const { record, details } = (await asked.expect(200)).body;
  return { record, details };
};
const read = ({ metadataKey }: Keys) => answerOf(api.get(`/private/${metadataKey}`));
const seconds = () => secondsOf(site.clock.now());

test('concealing answers the whole metadata record and the whole secret record [API-04 API-25 API-26]', async () => {
  const { body, ...keys } = await share('x');
  assert.deepEqual(body.record, {
    ...{ metadata: newMetadata(keys, site.clock.now()), secret: newSecret(keys, site.clock.now()) },
    share_domain: 'localhost:3000',
  });
});

test('a record names itself, its links and its times, and says for how long it waits [API-25 META-10]', async () => {
  const shared = await share('x');
  const record = newPrivateRecord(shared, site.clock.now());
  assert.deepEqual(await read(shared), { record, details: newPrivateDetails(site.clock.now()) });
  site.clock.advance(1_800_000);
  const left = { secret_ttl: 1800, expiration_in_seconds: 1800, metadata_ttl: 5400 };
  const words = { expiration_stamp: '30 minutes', natural_expiration: '30 minutes' };
  assert.deepEqual((await read(shared)).record, { ...record, ...left, ...words });
  await api.post(`/secret/${shared.secretKey}/seen`).expect(204);
  const seen = { state: 'previewed', is_previewed: true, updated: seconds() };
  assert.deepEqual((await read(shared)).record, { ...record, ...left, ...words, ...seen });
});

const ENDS: readonly (readonly [state: string, end: (keys: Keys) => unknown, flags: object, details: object])[] = [
  [
    'received',
    ({ secretKey }) => api.reveal(secretKey).expect(200),
    { is_received: true, is_destroyed: true },
    { view_count: 1 },
  ],
  [
    'burned',
    ({ metadataKey }) => api.post(`/private/${metadataKey}/burn`, { continue: 'true' }).expect(200),
    { is_burned: true, is_destroyed: true },
    { burned_by: 'sender' },
  ],
  ['expired', () => site.clock.advance(3_540_000), {}, {}],
];

for (const [state, end, flags, ended] of ENDS) {
  test(`of a secret that is ${state}, record and details say so by the same flags, and when [API-26 API-27 GEN-09 GEN-10]`, async () => {
    const [shared, createdMs] = [await share('x'), site.clock.now()];
    site.clock.advance(60_000);
    await end(shared);
    const { record, details } = await read(shared);
    const { secret_key: _, ...before } = newPrivateRecord(shared, createdMs);
    const isExpired = state === 'expired';
    const times = { metadata_ttl: isExpired ? 3600 : 7140, updated: isExpired ? before.created : seconds() };
    assert.deepEqual(record, { ...before, ...OVER.record, ...flags, ...times, state, is_expired: isExpired });
    const date = details[`${state}_date`];
    const when = { [state]: seconds(), [`${state}_date`]: date, [`${state}_date_utc`]: utcOf(site.clock.now()) };
    const told = { ...newPrivateDetails(createdMs), ...OVER.details, ...flags, ...ended };
    assert.deepEqual(details, isExpired ? told : { ...told, ...when });
    if (!isExpired) assert.match(date, /January 15, 2030/);
  });
}

test('the sender’s details say what kind of secret it is and what of it can be shown [API-28]', async () => {
  const plain = (await read(await share('one\ntwo'))).details;
  assert.deepEqual([plain.has_passphrase, plain.is_truncated], [false, false]);
  assert.deepEqual([plain.can_decrypt, plain.show_secret, plain.secret_value], [true, true, 'one\ntwo']);
  assert.equal(plain.display_lines, 5);
  const long = { secret: 'x'.repeat(10_001), passphrase: 'open sesame', truncate: 'true' };
  const guarded = (await read(await api.share(long.secret, long))).details;
  assert.deepEqual([guarded.has_passphrase, guarded.is_truncated], [true, true]);
  assert.deepEqual([guarded.can_decrypt, guarded.show_secret, guarded.secret_value], [false, false, null]);
});

test('the recipient’s record and details change with the reveal in what it shows, and in nothing else [API-08 API-29 API-30]', async () => {
  const shared = await share('one\ntwo');
  const { before, revealed } = recipientAnswers(shared);
  assert.deepEqual(await answerOf(api.get(`/secret/${shared.secretKey}`)), before);
  assert.deepEqual(await answerOf(api.reveal(shared.secretKey)), revealed);
  const { details } = await answerOf(api.reveal((await share('one')).secretKey));
  assert.equal(details.one_liner, true);
});

test('the status tells whoever holds the key as much as this, while it waits and afterwards', async () => {
  const { secretKey: key } = await share('x');
  const status = () => answerOf(api.get(`/secret/${key}/status`));
  const record = { key, secret_shortkey: key.slice(0, 6), has_passphrase: false };
  const waiting = { record: { ...record, state: 'new', secret_ttl: 3600 }, details: { realttl: 3600 } };
  assert.deepEqual(await status(), waiting);
  const burned = await answerOf(api.post(`/secret/${key}/burn`, { continue: 'true' }));
  const { has_passphrase: _, ...named } = record;
  assert.deepEqual(burned, { record: { ...named, state: 'burned', burned_by: 'recipient' }, details: {} });
  const over = { record: { ...record, state: 'burned', secret_ttl: 0 }, details: { realttl: 0 } };
  assert.deepEqual(await status(), over);
});
