import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { DomainName } from '#src/features/domains/domain.ts';
import { createDomainProof } from '#src/features/domains/domain-proof.ts';
import { createDns } from '#src/net/dns.ts';
import { startDnsServer } from '../support/dns-server.ts';

const MAC = '0123456789abcdef0123456789abcdef';
const VALUE = `hushlink-verify=${MAC}`;
const LONG = 'x'.repeat(255);
const server = await startDnsServer({
  'example.com': `
@                                 IN A 192.0.2.10
_hush-challenge                   IN TXT "${VALUE}"
_hush-challenge.right             IN TXT "${VALUE}"
_hush-challenge.wrong             IN TXT "hushlink-verify=ffffffffffffffffffffffffffffffff"
_hush-challenge.several           IN TXT "v=spf1 -all"
_hush-challenge.several           IN TXT "${VALUE}"
_hush-challenge.several           IN TXT "google-site-verification=abc"
_hush-challenge.chunks            IN TXT "hushlink-" "verify=" "${MAC.slice(0, 7)}" "${MAC.slice(7)}"
_hush-challenge.long              IN TXT "${LONG}" "${LONG}" "${LONG}" "${LONG}" "${LONG}" "${LONG}"
_hush-challenge.long              IN TXT "${VALUE}"
_hush-challenge.quoted            IN TXT "\\"${VALUE}\\" "
_hush-challenge.shouting          IN TXT "${VALUE.toUpperCase()}"
_hush-challenge.longer            IN TXT "${VALUE}0"
_hush-challenge.other             IN A 192.0.2.1
_hush-challenge.aliased           IN CNAME proof.elsewhere
proof.elsewhere                   IN TXT "${VALUE}"
*.stars                           IN TXT "${VALUE}"
*.stars                           IN A 192.0.2.20
*.aliases                         IN CNAME hush
hush                              IN A 192.0.2.30
hush                              IN A 192.0.2.31
hush                              IN AAAA 2001:db8::30
share                             IN CNAME HUSH
onlysix                           IN AAAA 2001:DB8:0:0:0:0:0:6
onlytext                          IN TXT "nothing"
dangling                          IN CNAME nowhere
`,
});
after(() => server.stop());
const dns = createDns({ resolvers: [server.address], timeoutMs: 10_000 });
const proof = createDomainProof({ dns, macOf: () => MAC });
const look = (name: string) => proof.look({ ownerTag: 'owner', name: name as DomainName });

for (const [name, why] of [
  ['example.com', 'at an apex'],
  ['right.example.com', 'below one'],
  ['several.example.com', 'between other records'],
  ['chunks.example.com', 'cut into chunks'],
  ['long.example.com', 'beside a record that fits no datagram'],
  ['quoted.example.com', 'with the quotation marks of a panel'],
  ['aliased.example.com', 'behind an alias'],
  ['a.stars.example.com', 'under a wildcard'],
] as const) {
  test(`a real DNS server shows the right TXT record ${why} [DOM-19]`, async () => {
    assert.equal(await look(name), 'present');
  });
}

for (const [name, why] of [
  ['wrong.example.com', 'another value'],
  ['shouting.example.com', 'the value in capitals'],
  ['longer.example.com', 'more than the value'],
  ['other.example.com', 'no text at that name'],
  ['nowhere.example.com', 'no such name'],
  ['hush.example.com', 'a name that has other records only'],
] as const) {
  test(`a real DNS server shows that a proof is missing: ${why} [DOM-19]`, async () => {
    assert.equal(await look(name), 'missing');
  });
}

test('a server that is not asked for its own zones proves and disproves nothing', async () => {
  assert.equal(await look('example.org'), 'unknown');
  assert.deepEqual(await dns.addresses('example.org'), { kind: 'failed' });
});

test('addresses come as A before AAAA, each in its one spelling, behind aliases and wildcards too [DOM-24]', async () => {
  const hush = ['192.0.2.30', '192.0.2.31', '2001:db8::30'];
  const sorted = async (name: string) => {
    const looked = await dns.addresses(name);
    return looked.kind === 'found' ? looked.value.toSorted() : looked.kind;
  };
  assert.deepEqual(await sorted('hush.example.com'), hush);
  assert.deepEqual(await sorted('share.example.com'), hush);
  assert.deepEqual(await sorted('any.aliases.example.com'), hush);
  assert.deepEqual(await sorted('any.stars.example.com'), ['192.0.2.20']);
  assert.deepEqual(await sorted('onlysix.example.com'), ['2001:db8::6']);
});

test('what has no address is told from what does not exist no more than from an alias to nowhere', async () => {
  for (const name of ['onlytext.example.com', 'nothing.example.com', 'dangling.example.com']) {
    assert.deepEqual(await dns.addresses(name), { kind: 'missing' }, name);
  }
});

test('an alias is read in lower case and without its final dot [DOM-24]', async () => {
  assert.deepEqual(await dns.cname('share.example.com'), { kind: 'found', value: 'hush.example.com' });
  assert.deepEqual(await dns.cname('any.aliases.example.com'), { kind: 'found', value: 'hush.example.com' });
  assert.deepEqual(await dns.cname('example.com'), { kind: 'missing' });
  assert.deepEqual(await dns.cname('nothing.example.com'), { kind: 'missing' });
});

test('an answer is never older than the question: what a zone says now is what is seen', async () => {
  assert.equal(await look('right.example.com'), 'present');
  await server.serve({ 'example.com': '_hush-challenge.right IN TXT "gone"' });
  assert.equal(await look('right.example.com'), 'missing');
});
