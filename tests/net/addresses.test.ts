import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalAddress, createConnectCheck } from '#src/net/addresses.ts';
import { addressRecords } from '../support/ssrf-corpus.ts';

test('no address that is not of the public internet may be connected to', () => {
  const mayConnect = createConnectCheck([]);
  assert.ok(addressRecords.length >= 40);
  assert.deepEqual(addressRecords.filter(mayConnect), []);
});

test('the last and the first address beside a special range are public', () => {
  const mayConnect = createConnectCheck([]);
  const neighbours = [
    ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
    ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0', '192.167.255.255'],
    ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0'],
    ...[
      '223.255.255.255',
      '2000::',
      '2001:200::',
      '2001:db7:ffff::',
      '2001:db9::',
      '2003::',
      '3ffe:ffff::1',
      '3fff:1000::',
    ],
  ];
  assert.deepEqual(
    neighbours.filter((address) => !mayConnect(address)),
    [],
  );
});

test('networks of the configuration may be connected to, and no more than those', () => {
  const mayConnect = createConnectCheck(['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32', '::1']);
  assert.deepEqual(
    ['10.1.2.3', '127.0.0.1', 'fd00:1::5', '0:0:0:0:0:0:0:1', '8.8.8.8'].filter((one) => !mayConnect(one)),
    [],
  );
  const others = ['10.2.0.0', '127.0.0.2', '::ffff:127.0.0.1', '::ffff:10.1.2.3', 'fd00:2::5', '::2', 'fe80::1%eth0'];
  assert.deepEqual(others.filter(mayConnect), []);
});

test('all of one family allowed says nothing about the other', () => {
  assert.equal(createConnectCheck(['0.0.0.0/0'])('::1'), false);
  assert.equal(createConnectCheck(['::/0'])('127.0.0.1'), false);
});

test('an address has one spelling, and text that is none has none', () => {
  assert.equal(canonicalAddress('2001:DB8:0:0:0:0:0:1'), '2001:db8::1');
  assert.equal(canonicalAddress('192.0.2.1'), '192.0.2.1');
  assert.equal(canonicalAddress('2606:4700:4700::1111%eth0'), null);
  const anything = fc.oneof(
    fc.string(),
    fc.constantFrom('127.1', '0x7f.0.0.1', '[::1]', 'localhost', '127.0.0.1.', '::1%lo', ''),
  );
  fc.assert(
    fc.property(anything, (text) => {
      if (canonicalAddress(text) === null) assert.equal(createConnectCheck([])(text), false);
    }),
  );
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const canonical = canonicalAddress(address);
      assert.ok(canonical);
      assert.equal(canonicalAddress(canonical), canonical);
    }),
  );
});
