import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { fetchList } from '#src/islands/client/list.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createNetwork, json, t } from './samples.ts';

const url = '/api/v2/private/recent';

function setUp(...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const shrimp = createShrimpStore('first');
  return { ...network, shrimp, client: createClient({ fetch: network.fetch, shrimp }) };
}

test('a list is asked for with a JSON content type; records and a single record are both taken [API-11]', async () => {
  const { client, sent } = setUp(json({ records: [{ key: 'a' }, { key: 'b' }] }), json({ record: { key: 'a' } }));
  const list = await fetchList(client, url, t);
  assert.deepEqual([list.failure, 'records' in list && list.records.length], [null, 2]);
  const single = await fetchList(client, url, t);
  assert.deepEqual('records' in single && single.records, [{ key: 'a' }]);
  const [asked] = sent;
  assert.deepEqual([asked?.method, asked?.url, asked?.headers.get('content-type')], ['GET', url, 'application/json']);
});

test('an empty list is a list', async () => {
  const { client } = setUp(json({ records: [] }));
  assert.deepEqual(await fetchList(client, url, t), { records: [], body: { records: [] }, failure: null });
});

test('an answer that is not OK, or none at all, names the address that failed [ERR-07]', async () => {
  const { client } = setUp(json({ message: 'away' }, 503), new Response('<h1>', { status: 502 }), new Error('offline'));
  for (const _ of Array(3)) {
    assert.deepEqual(await fetchList(client, url, t), { failure: `Failed to fetch data from ${url}` });
  }
});

test('an answer of another shape is an unexpected format [ERR-08]', async () => {
  const shapes = [{}, { records: 'none' }, { records: [1] }, { records: {} }, { record: [] }, [], null, 'text'];
  const { client } = setUp(...shapes.map((shape) => json(shape)), new Response('<p>hello'));
  for (const _ of [...shapes, 'html']) {
    assert.deepEqual(await fetchList(client, url, t), { failure: 'Unexpected response format' });
  }
});

test('asking keeps the token of the answer, like posting [CSRF-02]', async () => {
  const { client, shrimp } = setUp(json({ shrimp: 'second', records: [] }));
  await client.get(url);
  assert.equal(shrimp.token.value, 'second');
});
