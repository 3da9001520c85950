import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectRedis } from '#src/store/redis/connection.ts';
import { readRows, unpackRows } from '#src/store/redis/read-rows.ts';
import { startRedisServer } from '../support/redis-server.ts';

/** Each change of how a length is written, and what is no text. */
const SIZES = [0, 1, 31, 32, 255, 256, 65_535, 65_536];
const FIELDS = [...SIZES.map((size) => `bytes${size}`), 'digits', 'missing'];

test('redis: rows read together are what HMGET answers for each', async (t) => {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const redis = await connectRedis({ url: server.url, onError: () => {} });
  t.after(() => redis.close());
  const rich = SIZES.flatMap((size) => [`bytes${size}`, Buffer.alloc(size, Buffer.from([0xc2, 0xff, 0, 0x9e]))]);
  await redis.command('HSET', 'rich', ...rich, 'digits', '1700000000000');
  const keys = ['rich', ...Array.from({ length: 230 }, (_, at) => `row${at}`)];
  await Promise.all(keys.slice(1, -1).map((key) => redis.command('HSET', key, 'digits', key)));

  const each = await Promise.all(keys.map((key) => redis.command('HMGET', key, ...FIELDS)));
  assert.deepEqual(await readRows(redis, keys, FIELDS), each);
  assert.deepEqual(await readRows(redis, keys.slice(0, 16), FIELDS), each.slice(0, 16));
  assert.deepEqual(await readRows({ ...redis, isOneMaster: false }, keys, FIELDS), each, 'as in a cluster');
  assert.deepEqual(await readRows(redis, [], FIELDS), []);
});

test('redis: what is packed in another way is refused instead of misread', () => {
  for (const packed of [[0x81], [0x91, 0x01], [0x91, 0x91, 0xc0], [0x91, 0x91, 0xca]]) {
    assert.throws(() => unpackRows(Buffer.from(packed)), /rows packed with 0x/);
  }
});
