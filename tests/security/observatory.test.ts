import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gradeOf, type Visit } from './observatory.ts';
import { observePages } from './observed-pages.ts';

/** A page that has none of it. */
const bare: Visit = {
  url: new URL('https://bare.example/'),
  headers: { 'set-cookie': ['sess=x'] },
  html: '<script src="http://elsewhere.example/x.js"></script>',
  overHttp: { status: 200, location: '' },
  crossOrigin: { 'access-control-allow-origin': 'https://evil.example', 'access-control-allow-credentials': 'true' },
};

test('every page has an A+ by the twelve tests of the HTTP Observatory', async () => {
  const pages = await observePages({ after });
  assert.ok(pages.length > 60, `${pages.length} pages`);
  for (const { score, grade, points, label } of pages) {
    assert.ok(score >= 120 && grade === 'A+', `${label}: ${score} ${JSON.stringify(points)}`);
    assert.equal(Object.keys(points).length, 12);
  }
});

test('a page with no protection at all has nothing left', () => {
  const { score, grade, points } = gradeOf(bare);
  assert.deepEqual([score, grade], [0, 'F']);
  assert.deepEqual(
    { ...points },
    {
      'content-security-policy': -25,
      cookies: -40,
      'cross-origin-resource-sharing': -50,
      'cross-origin-resource-policy': 0,
      'cross-origin-opener-policy': 0,
      'cross-origin-embedder-policy': 0,
      redirection: -20,
      'referrer-policy': 0,
      'strict-transport-security': -20,
      'subresource-integrity': -50,
      'x-content-type-options': -5,
      'x-frame-options': -20,
    },
  );
});
