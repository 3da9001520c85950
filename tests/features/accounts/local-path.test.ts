import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { localPath } from '#src/features/accounts/local-path.ts';

test('a path of this site is followed, with its query', () => {
  for (const path of ['/', '/account', '/private/abc?x=1&y=%2F', '/recent?', '/signinn', '/a//b']) {
    assert.equal(localPath(path), path.replace(/\?$/, ''), path);
  }
});

test('whatever leads elsewhere, or in a circle, is not followed', () => {
  const bad = [
    ...[
      '',
      'account',
      'https://evil.example',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\/evil.example',
    ],
    ...[
      '/\t/evil.example',
      '/\n/evil.example',
      '/a\\b',
      'javascript:alert(1)',
      '/..//evil.example',
      '/.//evil.example',
    ],
    ...['/signin', '/signin?redirect=/x', '/SignIn/', '/./signin', '/x/../logout', '/logout', `/${'a'.repeat(2048)}`],
    ...[undefined, null, 7, ['/account'], { redirect: '/account' }],
  ];
  for (const text of bad) assert.equal(localPath(text), null, String(text));
});

test('however it is made, a path that is followed stays on the site in every browser', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '//',
    'evil.example',
    '@',
    ':',
    'http:',
    '%2f',
    '%5c',
    '\t',
    '?',
    '#',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = localPath(pieces.join(''));
      if (path === null) return;
      assert.equal(new URL(path, 'https://hush.example.org').origin, 'https://hush.example.org');
      assert.match(path, /^\/(?![/\\])/);
    }),
    { numRuns: 3000 },
  );
});
