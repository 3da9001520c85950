import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isListenHost, readDomainName, readHostAndPort, withoutOwnPort } from '#src/config/network-names.ts';
import { durationToSeconds, sizeToBytes } from '#src/config/units.ts';

test('a host is a name or an address with at most a port, and nothing else', () => {
  for (const host of ['localhost', 'localhost:3000', '10.0.0.1:80', '[::1]', 'a-b.example', 'xn--bcher-kva.example']) {
    assert.equal(readHostAndPort(host), host);
  }
  const wrong = ['', 'a b', 'user@host', 'host/path', 'host?x', 'host:0', 'host:65536', 'host:', ':80', '*.example'];
  for (const text of [...wrong, '::1', '[::1', '[x]', 'a..b', 'a.', '-a', 'http://host', 'a_b', 'a\nb', 'a.b#c']) {
    assert.equal(readHostAndPort(text), null, text);
  }
});

test('a port is written without zeros before it, and the own one of a scheme not at all', () => {
  assert.equal(readHostAndPort('host:0080'), 'host:80');
  assert.deepEqual(
    [withoutOwnPort('a.example:443', 'https'), withoutOwnPort('a.example:80', 'http')],
    ['a.example', 'a.example'],
  );
  assert.equal(withoutOwnPort('a.example:80', 'https'), 'a.example:80');
  assert.equal(withoutOwnPort('a.example:443', 'http'), 'a.example:443');
});

test('a domain has two labels or more, none longer than DNS takes, and is no address', () => {
  const [longest, whole] = ['a'.repeat(63), `${'a'.repeat(49)}.`.repeat(5)];
  for (const name of [`${longest}.example`, `${whole}abc`]) assert.equal(readDomainName(name), name);
  for (const text of ['example', '192.0.2.1', `${longest}a.example`, `${whole}abcd`]) {
    assert.equal(readDomainName(text), null, text);
  }
});

test('an address to listen on is a name or an address without a port', () => {
  for (const host of ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']) assert.ok(isListenHost(host), host);
  for (const text of ['', '127.0.0.1:80', '[::1]', 'a b']) assert.ok(!isListenHost(text), text);
});

test('durations and sizes are read with their unit or without', () => {
  const durations = [90, '90', '90s', '5m', '1h', '7d', '2 H'].map(durationToSeconds);
  assert.deepEqual(durations, [90, 90, 90, 300, 3600, 604_800, 7200]);
  assert.deepEqual(
    [1024, '1024', '1kB', '1KiB', '2MB', '1MiB', '5b'].map(sizeToBytes),
    [1024, 1024, 1000, 1024, 2_000_000, 1_048_576, 5],
  );
});

test('what is no duration comes back untouched, to be refused', () => {
  const wrong = ['', 'x', '5 minutes', '1h30m', '1.5h', '1e3', '0x10', '5M1', null, true];
  assert.deepEqual(wrong.map(durationToSeconds), wrong);
});
