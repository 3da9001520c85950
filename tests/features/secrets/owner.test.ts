import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf, PASSWORD, readAs, signIn, signUp } from '../accounts/people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const DAY_MS = 86_400_000;
const RECENT_FIELDS = `key shortkey secret_shortkey identifier updated stamp recipients share_url metadata_url
  expiration_stamp created_date_utc is_destroyed is_received is_burned show_recipients`.split(/\s+/);

const keysOf = (body: { record: { secret: { key: string }; metadata: { key: string } } }) => ({
  secretKey: body.record.secret.key,
  metadataKey: body.record.metadata.key,
});

test('a secret of a customer bears the name of its owner, and tells the owner alone that it is the own one [REV-12 API-30]', async () => {
  const [owner, other] = [await customerOf(site), await customerOf(site)];
  const { body } = await callAs(site, owner, '/secret/conceal', { secret: 'x' });
  assert.deepEqual([body.custid, body.record.metadata.custid], [owner.address, owner.address]);
  const { secretKey } = keysOf(body);
  const isOwner = async (visitor: typeof owner) => {
    const { record, details } = (await readAs(site, visitor, `/secret/${secretKey}`)).body;
    return [record.is_owner, details.is_owner];
  };
  assert.deepEqual(
    [await isOwner(owner), await isOwner(other)],
    [
      [true, true],
      [false, false],
    ],
  );
  assert.equal((await apiOf(site).get(`/secret/${secretKey}`)).body.details.is_owner, false);
  assert.match((await owner.open(`/secret/${secretKey}`)).text, /This is your own secret\./);
  assert.doesNotMatch((await other.open(`/secret/${secretKey}`)).text, /This is your own secret\./);
});

test('the private and the burn page of a customer’s secret open to whoever has the key, signed in or not [META-01 BURN-01]', async () => {
  const [owner, other, nobody] = [await customerOf(site), await customerOf(site), visitorOf(site)];
  const { metadataKey } = keysOf((await callAs(site, owner, '/secret/conceal', { secret: 'x' })).body);
  const path = `/private/${metadataKey}`;
  for (const holder of [other, nobody]) {
    for (const page of [path, `${path}/burn`]) assert.equal((await holder.open(page)).status, 200, page);
  }
  const burned = await nobody.submit(`${path}/burn`);
  assert.deepEqual([burned.status, burned.headers.location], [303, path]);
  assert.equal((await readAs(site, owner, path)).body.record.state, 'burned');
});

test('an owner who reads the own secret is told so afterwards too', async () => {
  const owner = await customerOf(site);
  const { secretKey } = keysOf((await callAs(site, owner, '/secret/conceal', { secret: 'mine' })).body);
  await owner.open(`/secret/${secretKey}`);
  const read = await owner.submit(`/secret/${secretKey}`, { continue: 'true' });
  assert.equal(owner.textArea(), 'mine');
  assert.match(read.text, /You viewed your own secret\./);
});

test('a form that shares in the name of its customer shares nothing once nobody is signed in', async () => {
  const fields = { secret: 'x'.repeat(20_000), owned: 'true' };
  const { body } = await apiOf(site).post('/secret/conceal', fields).expect(401);
  assert.match(body.message, /You are not signed in any more\./);
  const owner = await customerOf(site);
  assert.equal((await callAs(site, owner, '/secret/conceal', fields)).status, 200);
});

test('the recent ones answer as a list with both halves, newest first and without links [API-05 API-25 API-26 API-31 REC-01]', async () => {
  const owner = await customerOf(site);
  const first = keysOf((await callAs(site, owner, '/secret/conceal', { secret: 'one' })).body);
  site.clock.advance(120_000);
  const second = keysOf((await callAs(site, owner, '/secret/conceal', { secret: 'two' })).body);
  await apiOf(site).reveal(first.secretKey).expect(200);
  for (const name of ['private', 'metadata', 'receipt']) {
    const { body } = await readAs(site, owner, `/${name}/recent`);
    const { records, details } = body;
    const keys = (list: { key: string }[]) => list.map(({ key }) => key);
    for (const record of records) for (const field of RECENT_FIELDS) assert.ok(field in record, field);
    assert.deepEqual([body.success, body.count, body.custid], [true, 2, owner.address]);
    assert.deepEqual(keys(records), [second.metadataKey, first.metadataKey]);
    assert.deepEqual([keys(details.notreceived), keys(details.received)], [[second.metadataKey], [first.metadataKey]]);
    assert.deepEqual([details.has_items, details.now - details.since], [true, 30 * 86_400]);
    assert.deepEqual([records[1].stamp, records[1].is_received], ['2 minutes ago', true]);
    // All else as its own page says it.
    const { record } = (await readAs(site, owner, `/${name}/${second.metadataKey}`)).body;
    assert.deepEqual({ ...record, ...records[0], stamp: record.stamp, share_url: record.share_url }, record);
    assert.deepEqual([records[0].stamp, records[0].share_url, record.custid], ['now', '', owner.address]);
    assert.ok(!JSON.stringify(body).includes(second.secretKey));
  }
});

test('somebody else’s recent ones are 401 without signing in, and empty for another customer [API-05 API-31]', async () => {
  await apiOf(site).get('/private/recent').expect(401);
  const { body } = await readAs(site, await customerOf(site), '/private/recent');
  assert.deepEqual([body.count, body.details.has_items], [0, false]);
});

test('a secret leaves the recent ones after thirty days, or when its record ends', async () => {
  const owner = await customerOf(site);
  await callAs(site, owner, '/secret/conceal', { secret: 'short', ttl: 60 });
  await callAs(site, owner, '/secret/conceal', { secret: 'long', ttl: 30 * 86_400 });
  const count = async () => (await readAs(site, owner, '/private/recent')).body.count;
  assert.equal(await count(), 2);
  site.clock.advance(61 * 60_000);
  assert.equal(await count(), 1);
  site.clock.advance(30 * DAY_MS);
  const later = visitorOf(site);
  await signIn(later, owner.address);
  assert.equal((await readAs(site, later, '/private/recent')).body.count, 0);
});

test('a customer may share longer texts for a longer time than a visitor [API-33]', async () => {
  const owner = await customerOf(site);
  const long = { secret: 'x'.repeat(50_000), ttl: 30 * 86_400 };
  assert.equal((await callAs(site, owner, '/secret/conceal', long)).status, 200);
  assert.equal((await callAs(site, owner, '/secret/conceal', { ...long, secret: `${long.secret}x` })).status, 413);
  await apiOf(site)
    .conceal({ secret: 'x'.repeat(10_001) })
    .expect(413);
  await apiOf(site)
    .conceal({ secret: 'x', ttl: 8 * 86_400 })
    .expect(422);
  const { plan } = (await readAs(site, owner, '/authcheck')).body.record;
  assert.deepEqual([plan.options.ttl, plan.options.size, plan.options.custom_domains], [2_592_000, 50_000, false]);
});

test('after the account is deleted its secrets wait on as nobody’s', async () => {
  const owner = await customerOf(site);
  const { secretKey } = keysOf((await callAs(site, owner, '/secret/conceal', { secret: 'left behind' })).body);
  await callAs(site, owner, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' });
  const again = visitorOf(site);
  await signUp(again, owner.address);
  await signIn(again, owner.address);
  assert.equal((await readAs(site, again, '/private/recent')).body.count, 0);
  assert.equal((await readAs(site, again, `/secret/${secretKey}`)).body.record.is_owner, false);
  const read = await apiOf(site).reveal(secretKey).expect(200);
  assert.equal(read.body.record.secret_value, 'left behind');
});

test('a program with an API token shares as its customer', async () => {
  const owner = await customerOf(site);
  const { apitoken } = (await callAs(site, owner, '/account/apitoken', {})).body.record;
  const program = () => supertest(site.app).post('/api/v2/secret/conceal').set('Host', 'localhost:3000');
  await program().auth(owner.address, apitoken).send({ secret: 'x' }).expect(200);
  assert.equal((await readAs(site, owner, '/private/recent')).body.count, 1);
  const recent = supertest(site.app).get('/api/v2/private/recent').set('Host', 'localhost:3000');
  assert.equal((await recent.auth(owner.address, apitoken)).body.count, 1);
});
