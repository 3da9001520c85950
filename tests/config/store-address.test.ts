import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStoreAddress } from '#src/config/store-address.ts';
import { readRedisAddress } from '#src/values/redis-address.ts';
import { configOf, sampleSecret } from './load-sample.ts';

test('a store is a file or a Redis, and a Redis is shown without its account', () => {
  assert.deepEqual(read('sqlite:./data/x.db'), { kind: 'sqlite', path: './data/x.db' });
  assert.deepEqual(read('sqlite:///var/x.db'), { kind: 'sqlite', path: '/var/x.db' });
  for (const [text, shown] of [
    ['rediss://app:hunter2@cache.example:6380/3', 'rediss://[redacted]@cache.example:6380/3'],
    ['redis://cache', 'redis://cache'],
    ['redis://app:hunter2@hunter3@cache', 'redis://[redacted]@cache'],
    ['redis+sentinel://:hunter2@a:1,b:2/main/4', 'redis+sentinel://[redacted]@a:1,b:2/main/4'],
    ['rediss+cluster://app@[::1]:7000,b', 'rediss+cluster://[redacted]@[::1]:7000,b'],
  ] as const) {
    const store = read(text);
    assert.ok(store?.kind === 'redis', text);
    assert.equal(store.url.reveal(), text);
    assert.equal(store.urlWithoutPassword, shown);
  }
});

test('an address of Redis gives hosts, account, database, master and whether it is encrypted', () => {
  assert.deepEqual(parts('redis://cache'), [['cache:6379'], '', '', 0, '', false]);
  assert.deepEqual(parts('rediss://app:p%40s%2Fs@cache:6380/3'), [['cache:6380'], 'app', 'p@s/s', 3, '', true]);
  assert.deepEqual(parts('redis://a%40b:p@ss@cache:65535/'), [['cache:65535'], 'a@b', 'p@ss', 0, '', false]);
  assert.deepEqual(parts('redis+sentinel://a,b:26380/main'), [['a:26379', 'b:26380'], '', '', 0, 'main', false]);
  assert.deepEqual(parts('rediss+sentinel://:p@a/main/2'), [['a:26379'], '', 'p', 2, 'main', true]);
  assert.deepEqual(parts('redis+cluster://a/'), parts('redis+cluster://a'));
  assert.deepEqual(parts('redis+cluster://[::1]:7000,b'), [['::1:7000', 'b:6379'], '', '', 0, '', false]);
});

test('what is wrong with an address of a store is said by its part', () => {
  const wrong: Readonly<Record<string, readonly string[]>> = {
    scheme: ['', './x.db', 'redis:', 'http://cache', 'redis+sentinels://a/main', 'REDIS://cache'],
    file: ['sqlite:', 'sqlite::memory:', 'sqlite:data/'],
    sample: ['redis://:CHANGE-ME@cache', 'redis+cluster://:changeme@a,b'],
    hosts: [
      'redis:///0',
      'redis://a:b:c',
      'redis+cluster://a,,b',
      'redis://cache:0',
      'redis://cache:65536',
      'redis+sentinel://a b/main',
    ],
    'one-host': ['redis://a:6379,b:6379'],
    account: ['redis://:100%@cache'],
    'master-name': ['redis+sentinel://a:26379,b:26379', 'redis+sentinel://a/', 'redis+sentinel://a/my master'],
    database: [
      'redis://cache/zero',
      'redis://cache/100000',
      'redis+sentinel://a/main/one',
      'redis+sentinel://a/main/1/2',
    ],
    'cluster-database': ['redis+cluster://a,b/1'],
    parameters: ['redis://cache/0?x=1', 'redis+cluster://a,b#x'],
  };
  for (const [kind, texts] of Object.entries(wrong)) {
    for (const text of texts) {
      const address = readStoreAddress(text);
      assert.deepEqual(address, { ok: false, failure: { kind } }, text);
    }
  }
});

test('the store is an address alone, or an address and how many replicas to wait for', () => {
  const secret = { HUSHLINK_SITE_SECRET: sampleSecret };
  const waiting = 'store: { address: "redis+sentinel://a/main", wait_replicas: 2 }';
  for (const [own, env, expected] of [
    ['', {}, ['sqlite', 0]],
    ['store: "redis://cache"', secret, ['redis', 0]],
    ['store: null', {}, ['sqlite', 0]],
    [waiting, secret, ['redis', 2]],
    [waiting, { ...secret, HUSHLINK_STORE_WAIT_REPLICAS: '1' }, ['redis', 1]],
    ['store: { wait_replicas: 1 }', { ...secret, HUSHLINK_STORE: 'redis+cluster://a,b' }, ['redis', 1]],
    [waiting, { HUSHLINK_STORE: 'sqlite:x.db', HUSHLINK_STORE_WAIT_REPLICAS: '0' }, ['sqlite', 0]],
  ] as const) {
    const { store, waitReplicas } = configOf({ own, env });
    assert.deepEqual([store.kind, waitReplicas], expected, own);
  }
});

function read(text: string) {
  const address = readStoreAddress(text);
  return address.ok ? address.value : null;
}

function parts(text: string) {
  const address = readRedisAddress(text);
  assert.ok(address.ok, text);
  const { hosts, user, password, database, masterName, isEncrypted } = address.value;
  return [hosts.map(({ host, port }) => `${host}:${port}`), user, password, database, masterName, isEncrypted];
}
