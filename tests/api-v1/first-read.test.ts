import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ENGINES } from '../security/stores.ts';
import { METADATA_FIELDS, openV1, read, type V1Metadata, type V1Site } from './stage.ts';

const generate = async (site: V1Site, fields = {}) =>
  read(await site.anonymous.post('/generate', fields)) as V1Metadata;
const states = (records: readonly V1Metadata[]) => records.map(({ state, value }) => [state, value]);

for (const engine of ENGINES) {
  const site = await openV1({ after }, engine);
  const { anonymous, client } = site;

  for (const method of ['get', 'post'] as const) {
    for (const alias of ['private', 'metadata', 'receipt']) {
      test(`${engine}: v1 gives a generated value to the first ${method} of /${alias}, behind the other fields, and to no later one`, async () => {
        const { metadata_key, value } = await generate(site);
        const first = read(await anonymous[method](`/${alias}/${metadata_key}`));
        assert.deepEqual(Object.keys(first), [...METADATA_FIELDS, 'value']);
        assert.deepEqual([first.state, first.value], ['new', value]);
        for (const again of ['get', 'post'] as const) {
          const later = read(await anonymous[again](`/private/${metadata_key}`));
          assert.deepEqual(Object.keys(later), METADATA_FIELDS);
          assert.equal(later.state, 'viewed');
        }
      });
    }
  }

  test(`${engine}: of fifty who read a record through v1 at once exactly one is the first and gets the value`, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { metadata_key, value } = await generate(site);
      const path = `/private/${metadata_key}`;
      const asked = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? anonymous.get(path) : anonymous.post(path)));
      const records = (await Promise.all(asked)).map(read);
      const firsts = states(records).filter(([state]) => state === 'new');
      assert.deepEqual(firsts, [['new', value]]);
      const later = states(records).filter(([state]) => state === 'viewed');
      assert.deepEqual([later.length, later.every(([, text]) => text === undefined)], [49, true]);
    }
  });

  test(`${engine}: v1 gives no value that was shared, was put under a passphrase, or whose time to be seen is over`, async () => {
    const shared = await anonymous.share({ secret: 'x' });
    const locked = await generate(site, { passphrase: 'p' });
    const early = await generate(site);
    for (const { metadata_key } of [shared, locked]) {
      assert.deepEqual(states([read(await anonymous.get(`/private/${metadata_key}`))]), [['new', undefined]]);
    }
    site.clock.advance(300_000);
    assert.deepEqual(states([read(await anonymous.get(`/private/${early.metadata_key}`))]), [['new', undefined]]);
  });

  test(`${engine}: v1 gives no value of what was received or burned before the first read`, async () => {
    const [received, burned] = [await generate(site), await generate(site)];
    assert.equal(read(await anonymous.post(`/secret/${received.secret_key}`)).value, received.value);
    await anonymous.post(`/private/${burned.metadata_key}/burn`);
    for (const [{ metadata_key }, state] of [
      [received, 'received'],
      [burned, 'burned'],
    ] as const) {
      assert.deepEqual(states([read(await anonymous.get(`/private/${metadata_key}`))]), [[state, undefined]]);
    }
  });

  test(`${engine}: what only looks ahead is not the first to read, and gets no value`, async () => {
    const { metadata_key, value } = await generate(site);
    const path = `/api/v1/private/${metadata_key}`;
    const head = await client.ask(path, { method: 'HEAD' });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    assert.equal((await client.ask(path, { method: 'OPTIONS' })).status, 204);
    for (const headers of [
      { 'Sec-Purpose': 'prefetch' },
      { 'Sec-Purpose': 'prefetch;prerender' },
      { Purpose: 'prefetch' },
    ]) {
      assert.deepEqual(states([read(await client.ask(path, { headers }))]), [['new', undefined]]);
    }
    assert.deepEqual(states([read(await anonymous.get(`/private/${metadata_key}`))]), [['new', value]]);
  });

  test(`${engine}: reading by v2 or by the page is no reading of v1; v2 says whether there was one`, async () => {
    const { metadata_key } = await generate(site);
    const byV2 = async () => {
      const { record } = JSON.parse((await client.ask(`/api/v2/private/${metadata_key}`)).body.toString());
      return [record.state, record.is_viewed];
    };
    assert.deepEqual(await byV2(), ['new', false]);
    assert.equal((await client.ask(`/private/${metadata_key}`)).status, 200);
    assert.equal(read(await anonymous.get(`/private/${metadata_key}`)).state, 'new');
    assert.deepEqual(await byV2(), ['new', true]);
  });

  test(`${engine}: v1 reading consumes nothing: the recipient still gets it`, async () => {
    const { metadata_key, secret_key, value } = await generate(site);
    for (let times = 0; times < 3; times += 1) await anonymous.get(`/private/${metadata_key}`);
    assert.equal(read(await anonymous.post(`/secret/${secret_key}`)).value, value);
  });

  test(`${engine}: v1 lists a customer's recent records in a bare array, newest first, each as it is, without its link`, async (t) => {
    const own = await openV1(t, engine);
    const { customer } = own;
    assert.deepEqual(read(await customer.get('/private/recent')), []);
    const shared: V1Metadata[] = [];
    for (const secret of ['new', 'viewed', 'received', 'burned']) {
      shared.push(await customer.share({ secret, ttl: '3600' }));
      own.clock.advance(1000);
    }
    await own.anonymous.share({ secret: 'of nobody' });
    const [, viewed, received, burned] = shared as [V1Metadata, V1Metadata, V1Metadata, V1Metadata];
    read(await customer.get(`/private/${viewed.metadata_key}`));
    read(await customer.post(`/secret/${received.secret_key}`));
    read(await customer.post(`/private/${burned.metadata_key}/burn`));
    for (const alias of ['private', 'metadata', 'receipt']) {
      const records = read(await customer.get(`/${alias}/recent`));
      assert.deepEqual(
        records.map(({ metadata_key, state, secret_ttl }: V1Metadata) => [metadata_key, state, secret_ttl]),
        [
          [burned.metadata_key, 'burned', null],
          [received.metadata_key, 'received', undefined],
          [viewed.metadata_key, 'viewed', 3597],
          [shared[0]!.metadata_key, 'new', 3596],
        ],
      );
      for (const record of records) assert.ok(!('secret_key' in record) && !('value' in record));
      const fields = METADATA_FIELDS.filter((field) => field !== 'secret_key');
      assert.deepEqual(Object.keys(records.at(-1)), fields);
      assert.equal(records[0].custid, customer.custid);
    }
  });
}
