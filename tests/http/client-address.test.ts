import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from 'express';
import { createClientAddress, createNetworkCheck } from '#src/http/client-address.ts';

/** A request on a connection from that address. */
function from(remoteAddress: string, forwarded?: string): Request {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { socket: { remoteAddress }, connection: { remoteAddress }, headers } as unknown as Request;
}

test('without a trusted proxy the address is that of the connection, whatever the request claims', () => {
  const { of } = createClientAddress([]);
  for (const claimed of [undefined, '203.0.113.9', '127.0.0.1', '203.0.113.9, 198.51.100.7', 'x', '']) {
    assert.equal(of(from('198.51.100.1', claimed)), '198.51.100.1');
  }
});

test('of a trusted proxy the last hop that is not ours counts; what the visitor wrote before it does not', () => {
  const { of } = createClientAddress(['10.0.0.0/8', '127.0.0.1']);
  assert.equal(of(from('127.0.0.1', '203.0.113.9')), '203.0.113.9');
  assert.equal(of(from('127.0.0.1', '203.0.113.9, 10.1.2.3')), '203.0.113.9');
  assert.equal(of(from('127.0.0.1', '1.2.3.4, 203.0.113.9, 10.1.2.3')), '203.0.113.9');
  assert.equal(of(from('198.51.100.1', '203.0.113.9')), '198.51.100.1');
  assert.equal(of(from('127.0.0.1')), '127.0.0.1');
});

test('a proxy that writes the port of a connection too makes nobody somebody else with the next one', () => {
  const { of, networkOf } = createClientAddress(['127.0.0.1']);
  for (const port of ['50001', '50002']) {
    assert.equal(of(from('127.0.0.1', `203.0.113.9:${port}`)), '203.0.113.9');
    assert.equal(networkOf(from('127.0.0.1', `[2001:db8:1:2::7]:${port}`)), '2001:db8:1:2');
  }
  assert.equal(of(from('127.0.0.1', '[2001:db8::7]')), '2001:db8::7');
  assert.equal(of(from('127.0.0.1', '2001:db8::7')), '2001:db8::7');
});

test('a proxy of ours is known to the next one also where that writes the port of the connection', () => {
  const { of } = createClientAddress(['10.0.0.0/8', 'fd00::/8']);
  for (const proxy of ['10.0.0.2:4444', '[fd00::2]:4444', '[fd00::2]', '::ffff:10.0.0.2']) {
    assert.equal(of(from('10.0.0.1', `1.2.3.4, 203.0.113.9:50001, ${proxy}`)), '203.0.113.9', proxy);
  }
  assert.equal(of(from('10.0.0.1', '203.0.113.9, 198.51.100.7:10')), '198.51.100.7');
});

test('an IPv4 address is the same however the socket writes it', () => {
  const { of } = createClientAddress(['127.0.0.1']);
  assert.equal(of(from('::ffff:198.51.100.1')), '198.51.100.1');
  assert.equal(of(from('::ffff:127.0.0.1', '203.0.113.9')), '203.0.113.9');
});

test('an IPv4 address that a proxy writes as a mapped one counts as itself, in each way to write it', () => {
  const { of, networkOf } = createClientAddress(['127.0.0.1']);
  const [eights, nines] = ['8.8.8.8', '9.9.255.0'];
  const written = {
    [eights]: [
      '::ffff:808:808',
      '::FFFF:0808:0808',
      '0:0:0:0:0:ffff:808:808',
      '0::ffff:8.8.8.8',
      '[::ffff:808:808]:443',
    ],
    [nines]: ['::ffff:909:ff00', '0000:0000:0000:0000:0000:ffff:0909:ff00', '::ffff:9.9.255.0'],
  };
  for (const [address, ways] of Object.entries(written)) {
    for (const way of ways)
      assert.deepEqual([of(from('127.0.0.1', way)), networkOf(from('127.0.0.1', way))], [address, address], way);
  }
  for (const other of ['::ffff:0:808:808', '::ffff', '::fffe:808:808', '1::ffff:808:808']) {
    assert.equal(of(from('127.0.0.1', other)), other);
  }
});

test('limits count an IPv6 visitor by the network, since one visitor has all of it', () => {
  const { networkOf } = createClientAddress([]);
  assert.equal(networkOf(from('2001:db8:1:2:3:4:5:6')), '2001:db8:1:2');
  assert.equal(networkOf(from('2001:DB8:1:2::1')), '2001:db8:1:2');
  assert.equal(networkOf(from('2001:db8::1')), '2001:db8:0:0');
  assert.equal(networkOf(from('::1')), '0:0:0:0');
  for (const link of ['eth0', 'br-lan', 'veth_1']) assert.equal(networkOf(from(`fe80::1%${link}`)), 'fe80:0:0:0', link);
  assert.equal(networkOf(from('198.51.100.1')), '198.51.100.1');
});

test('an empty list of networks is everywhere, any other exactly what it holds', () => {
  assert.equal(createNetworkCheck([])('203.0.113.9'), true);
  const isInside = createNetworkCheck(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);
  for (const address of ['10.255.0.1', '2001:db8:ffff::1', '192.0.2.7']) assert.equal(isInside(address), true, address);
  for (const address of ['11.0.0.1', '2001:db9::1', '192.0.2.8', '']) assert.equal(isInside(address), false, address);
});

test('a list of networks or proxies knows an address of a link, whatever the link is called', () => {
  const [{ of }, isInside] = [createClientAddress([]), createNetworkCheck(['fe80::/10'])];
  const behind = createClientAddress(['fe80::/10']);
  for (const link of ['eth0', 'br-lan', 'veth_1']) {
    const address = `fe80::1%${link}`;
    assert.equal(isInside(of(from(address))), true, link);
    assert.equal(behind.isFromProxy(from(address)), true, link);
    assert.equal(behind.of(from(address, '203.0.113.9')), '203.0.113.9', link);
  }
});

test('a header that only says host is no second name', () => {
  const { askedHostOf } = createClientAddress([]);
  const asked = (...rawHeaders: string[]) =>
    askedHostOf({ ...from('198.51.100.1'), headers: { host: 'a.example' }, rawHeaders } as unknown as Request);
  assert.equal(asked('Host', 'a.example', 'X-Sorted-By', 'host'), 'a.example');
  assert.equal(asked('Host', 'a.example', 'hOST', 'b.example'), undefined);
});
