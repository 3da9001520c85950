import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { createDomainNames, domainPartsOf } from '#src/features/domains/domain-name.ts';
import { proofHostOf } from '#src/features/domains/domain-proof.ts';
import { typedAddresses } from '../../support/ssrf-corpus.ts';

const rules = {
  ownNames: ['hush.example.org', 'cluster.example.net'],
  hasInternalNames: false,
  toUnicode: domainToUnicode,
};
const read = createDomainNames(rules);
const readInside = createDomainNames({ ...rules, hasInternalNames: true });
const nameOf = (typed: string) => read(typed)?.name ?? null;

for (const [typed, name] of [
  ['secrets.example.com', 'secrets.example.com'],
  ['  Secrets.EXAMPLE.com.  ', 'secrets.example.com'],
  ['example.com', 'example.com'],
  ['a.b.c.example.co.uk', 'a.b.c.example.co.uk'],
  ['bücher.example', null],
  ['Bücher.de', 'xn--bcher-kva.de'],
  ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
  ['faß.de', 'xn--fa-hia.de'],
  ['share。例え。jp', 'share.xn--r8jz45g.jp'],
  ['ｆｕｌｌ.example.com', 'full.example.com'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['r3---sn.example.com', 'r3---sn.example.com'],
  ['1.2.3.4.example.com', '1.2.3.4.example.com'],
  ['mine.github.io', 'mine.github.io'],
] as const) {
  test(`typed as ${JSON.stringify(typed)} a domain is ${name}`, () => assert.equal(nameOf(typed), name));
}

const refused: Readonly<Record<string, readonly string[]>> = {
  'no name at all': ['', ' ', '.', '..', 'localhost', 'intranet', 'com', 'example', '-', '*'],
  'a public suffix, which belongs to many': [
    'co.uk',
    'com.',
    'github.io',
    'xn--p1ai',
    'рф',
    '公司.cn',
    'foo.ck',
    'foo.kawasaki.jp',
  ],
  'a name that DNS never answers for': ['a.localhost', 'a.b.onion', 'x.invalid', 'www.localhost.'],
  'a name inside a company': ['secrets.corp', 'a.b.local', 'host.lan', 'a.test', 'a.b.internal'],
  'more than a name': [
    ...['https://example.com', 'example.com/', 'example.com:443', 'user@example.com', 'example.com?a', 'example.com#a'],
    ...[
      'exam ple.com',
      'exam\tple.com',
      'exam\nple.com',
      'example.com\u0000',
      'ex%61mple.com',
      'example.com\\a',
      'example.com，a',
    ],
  ],
  'a name that is not well made': [
    ...['*.example.com', '_dmarc.example.com', 'a_b.example.com', '-a.example.com', 'a-.example.com', 'a..example.com'],
    ...['.example.com', 'example.com..', `${'a'.repeat(64)}.example.com`, 'xn--a.example.com', 'xn--.example.com'],
    ...['a.example.1', 'a.b.0x1', "a'b.example.com", 'a<b>.example.com', 'a;b.example.com', '"a".example.com'],
  ],
  'one of our own': [
    ...[
      'hush.example.org',
      'HUSH.example.org.',
      'a.hush.example.org',
      'cluster.example.net',
      'a.b.cluster.example.net',
    ],
    'ｈush.example.org',
  ],
};
for (const [why, names] of Object.entries(refused)) {
  test(`no domain is ${why} [DOM-12]`, () => {
    assert.deepEqual(
      names.filter((typed) => nameOf(typed) !== null),
      [],
    );
  });
}

test('no way to write an IP address is a domain, not even inside a company', () => {
  assert.ok(typedAddresses.length >= 40);
  assert.deepEqual(
    typedAddresses.filter((typed) => read(typed) !== null || readInside(typed) !== null),
    [],
  );
});

test('a name above or beside our own is a customer’s', () => {
  for (const name of ['example.org', 'nothush.example.org', 'hush.example.org.example.com'])
    assert.equal(nameOf(name), name);
});

test('inside a company, names that no public suffix ends are domains from two labels on', () => {
  assert.deepEqual(readInside('share.corp'), { name: 'share.corp', base: 'share.corp', trd: '', isApex: true });
  assert.deepEqual(readInside('a.share.corp'), { name: 'a.share.corp', base: 'share.corp', trd: 'a', isApex: false });
  for (const typed of ['corp', 'localhost', 'a.localhost', 'a.onion', 'co.uk']) assert.equal(readInside(typed), null);
});

for (const [name, base, trd, host] of [
  ['example.com', 'example.com', '', '_hush-challenge'],
  ['secrets.example.com', 'example.com', 'secrets', '_hush-challenge.secrets'],
  ['a.b.example.co.uk', 'example.co.uk', 'a.b', '_hush-challenge.a.b'],
  ['mine.github.io', 'mine.github.io', '', '_hush-challenge'],
  ['a.mine.github.io', 'mine.github.io', 'a', '_hush-challenge.a'],
] as const) {
  test(`${name} is proven at ${host}, in the zone ${base} [DOM-19]`, () => {
    const parts = read(name);
    assert.ok(parts);
    assert.deepEqual(parts, { name, base, trd, isApex: trd === '' });
    assert.equal(proofHostOf(parts), host);
    assert.deepEqual(domainPartsOf(parts.name), parts);
  });
}

test('a name fits only if the name of its proof fits into DNS too [DOM-19]', () => {
  const longest = `${'a.'.repeat(113)}example.com`;
  assert.equal(longest.length, 237);
  assert.equal(`_hush-challenge.${longest}`.length, 253);
  assert.equal(nameOf(longest), longest);
  assert.equal(nameOf(`a${longest}`), null);
});

const label = fc.stringMatching(/^[a-zA-Z0-9äöüßéñпривет中文]{1,12}$/);
const typedNames = fc.tuple(
  fc.array(label, { minLength: 1, maxLength: 4 }),
  fc.constantFrom('com', 'co.uk', 'github.io', 'de', 'рф'),
);

test('whatever is read is a name in A-labels that is read as itself, however it is shown', () => {
  fc.assert(
    fc.property(typedNames, fc.constantFrom('', '.'), ([labels, suffix], dot) => {
      const parts = read([...labels, suffix].join('.') + dot);
      if (parts === null) return;
      assert.match(parts.name, /^(?!-)[a-z0-9-]+(?<!-)(\.(?!-)[a-z0-9-]+(?<!-))+$/);
      assert.equal(parts.trd === '' ? parts.base : `${parts.trd}.${parts.base}`, parts.name);
      assert.deepEqual(read(parts.name), parts);
      assert.deepEqual(read(domainToUnicode(parts.name)), parts);
      assert.deepEqual(read(parts.name.toUpperCase()), parts);
    }),
    { numRuns: 2_000 },
  );
});

test('no text whatever breaks the reading, and none makes more of a name', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.emailAddress(),
    fc.ipV4Extended(),
    fc.ipV6(),
  );
  fc.assert(
    fc.property(anything, (text) => {
      for (const typed of [text, `${text}.example.com`, `www.${text}`]) {
        const parts = readInside(typed);
        if (parts !== null) assert.match(parts.name, /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/);
      }
    }),
    { numRuns: 2_000 },
  );
});
