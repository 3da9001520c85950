import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml } from '#src/ui/escape-html.ts';

test('a text for HTML opens nothing, and ends neither an element nor an attribute in quotes of either kind', () => {
  assert.equal(escapeHtml(`<a href="x">'&amp;`), '&lt;a href=&quot;x&quot;&gt;&#x27;&amp;amp;');
});
