import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maskPath } from '#src/log/mask-path.ts';

const key = 'k3x9pq0a1b2c3d4e5f6g7h8i9j0klmn';

/** What a client sent, and what of it stands in the log. */
const paths: readonly (readonly [string, string])[] = [
  ['/', '/'],
  ['', '/'],
  [`/secret/${key}`, '/secret/***'],
  [`/secret/${key}/burn`, '/secret/***/burn'],
  [`/private/${key}`, '/private/***'],
  [`/private/${key}/unlock`, '/private/***/unlock'],
  [`/metadata/${key}/burn`, '/metadata/***/burn'],
  [`/receipt/${key}`, '/receipt/***'],
  [`/forgot/${key}`, '/forgot/***'],
  ['/forgot', '/forgot'],
  ['/forgot?u=foo@example.com&p=hunter2', '/forgot'],
  [`/forgot/${key}?sent=yes`, '/forgot/***'],
  ['/forgot/hunter2', '/forgot/***'],
  [`/Forgot//%6b${key.slice(1)}/`, '/forgot/***'],
  ['/signin?u=foo%40example.com', '/signin'],
  ['/signin%3Fu=foo%40example.com', '/signin'],
  ['/x/foo@example.com/y', '/x/***/y'],
  ['/x/foo%2540example.com', '/x/***'],
  [`/api/v1/secret/${key}`, '/api/v1/secret/***'],
  [`/api/v2/secret/${key}/reveal`, '/api/v2/secret/***/reveal'],
  [`/api/v2/secret/${key}/seen`, '/api/v2/secret/***/seen'],
  [`/api/v2/secret/${key}/status`, '/api/v2/secret/***/status'],
  ['/api/v2/secret/conceal', '/api/v2/secret/conceal'],
  ['/api/v2/secret/generate', '/api/v2/secret/generate'],
  ['/api/v2/private/recent', '/api/v2/private/recent'],
  ['/api/v1/metadata/recent', '/api/v1/metadata/recent'],
  ['/api/v2/receipt/recent', '/api/v2/receipt/recent'],
  ['/api/v2/secret/recent', '/api/v2/secret/***'],
  ['/api/v2/private/conceal', '/api/v2/private/***'],
  ['/api/v1/share?secret=hunter2', '/api/v1/share'],
  [`/secret/${key}?passphrase=hunter2#x`, '/secret/***'],
  [`/secret/${key}%3Fpassphrase=hunter2`, '/secret/***'],
  ['/secret/hunter2', '/secret/***'],
  [`/secret/${key}/hunter2/hunter2`, '/secret/***/***/***'],
  ['/secret/conceal/hunter2', '/secret/conceal/***'],
  [`//secret///${key}//`, '/secret/***'],
  [`/SECRET/${key.toUpperCase()}/BURN`, '/secret/***/burn'],
  [`/%73ecret%2F${key}`, '/secret/***'],
  ['/%2573ecret%252Fhunter2', '/secret/***'],
  [`/secret/%256B%2533${key.slice(2)}`, '/secret/***'],
  [`/secret\\${key}`, '/secret/***'],
  [`/secret/../${key}`, '/secret/***/***'],
  [`/x${key}y/z`, '/***/z'],
  [`/secret;v=${key}`, '/***'],
  ['/account/domains/secrets.example.com/verify', '/account/domains/***/verify'],
  ['/account/domains/add', '/account/domains/add'],
  ['/api/v2/account/domains/secrets.example.com', '/api/v2/account/domains/***'],
  ['/api/v2/account/domains/secrets.example.com/logo/remove', '/api/v2/account/domains/***/logo/remove'],
  ['/signup/fo%40example.com', '/signup/***'],
  ['/a\nb/c', '/***/c'],
  ['/ünder', '/***'],
  ['/%C3%BCnder/%E0%A4%A', '/***/***'],
  ['http://example.com/secret/x', '/***/example.com/secret/***'],
  [`/${'a/'.repeat(20)}`, `/${'a/'.repeat(12)}***`],
  ['/static/build/home-4FGH7JK2.js', '/static/build/home-4FGH7JK2.js'],
];

for (const [path, masked] of paths) {
  test(`${JSON.stringify(path)} stands in the log as ${masked}`, () => assert.equal(maskPath(path), masked));
}

const keys = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz'),
  minLength: 31,
  maxLength: 31,
});

const surroundings = fc.oneof(
  fc.constantFrom('', '/', '/secret/', '//PRIVATE/', '/api/v2/', '/x-', '?key=', '%2f', '/conceal/', '/recent', '%'),
  fc.string({ maxLength: 20 }),
  fc.webPath(),
);

/** Leaves a text as it is, or encodes some or all of its characters, also the percent signs of an earlier round. */
const encodings = fc.array(fc.func(fc.boolean()), { maxLength: 2 });

test('a key never reaches the log, wherever it stands in a path and however it was encoded', () => {
  fc.assert(
    fc.property(surroundings, keys, surroundings, encodings, fc.boolean(), (before, secret, after, rounds, isLoud) => {
      const sent = rounds.reduce(
        (text, isEncoded) => encodeSome(text, isEncoded),
        isLoud ? secret.toUpperCase() : secret,
      );
      assert.ok(!maskPath(`${before}${sent}${after}`).toLowerCase().includes(secret));
    }),
    { numRuns: 5000 },
  );
});

test('nothing but plain characters reaches the log', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (path) => {
      assert.match(maskPath(`/${path}`), /^\/[\w.~*/-]*$/);
    }),
    { numRuns: 3000 },
  );
});

test('what stands behind a word that announces a key is masked, whatever it is', () => {
  const rooms = fc.constantFrom('secret', 'private', 'metadata', 'receipt', 'forgot');
  const texts = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => /^[\w.~-]+$/.test(text));
  fc.assert(
    fc.property(rooms, texts, texts, (room, first, second) => {
      assert.match(maskPath(`/${room}/${first}/${second}`), /^\/\w+\/(\*{3}|recent|conceal|generate)\/(\*{3}|\w+)$/);
      assert.equal(maskPath(`/${room}/${first}!`), `/${room}/***`);
    }),
    { numRuns: 1000 },
  );
});

test('a path that was encoded thousands of times is masked and not decoded to its end', () => {
  const path = `/%${'25'.repeat(4000)}41`;
  assert.equal(maskPath(path), '/***');
});

function encodeSome(text: string, isEncoded: (place: number) => boolean): string {
  return [...text].map((letter, place) => (isEncoded(place) ? percent(letter) : letter)).join('');
}

function percent(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
