import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assetsIn } from '../../bench/weight/page-weight.ts';

test('what a document names of a kind is weighed once, and what belongs to others is not', () => {
  const html = `<link rel="modulepreload" href="/static/build/a.js"><script src="/static/build/a.js"></script>
    <script src="/static/build/b.js"></script><link rel="stylesheet" href="/static/css/c.css"><a href="/pricing.js">x</a>`;
  assert.deepEqual(assetsIn(html, '.js'), ['/static/build/a.js', '/static/build/b.js']);
  assert.deepEqual(assetsIn(html, '.css'), ['/static/css/c.css']);
});
