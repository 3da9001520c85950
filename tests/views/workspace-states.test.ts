import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { View } from '#src/islands/workspace/model.ts';
import { ViewOf } from '#src/islands/workspace/view.tsx';
import { TextsContext } from '#src/ui/texts.tsx';
import { t } from './sample-pages.ts';

function draw(view: View): string {
  const drawn = createElement(ViewOf, { view, title: 'Recent secrets', components: {} });
  return renderToString(createElement(TextsContext, { value: { t, lang: 'en' } }, drawn));
}

test("while a list loads the screen says 'Loading...', and the heading is there to be focused [REC-11]", () => {
  const html = draw({ kind: 'loading', screen: 'recent' });
  assert.match(html, /<h1 tabindex="-1"[^>]*>Recent secrets<\/h1>/);
  assert.match(html, /aria-busy="true"><p[^>]*>Loading\.\.\.<\/p>/);
});

test('what could not be fetched is said in an error banner [ERR-07]', () => {
  const message = 'Failed to fetch data from /api/v2/private/recent';
  const html = draw({ kind: 'failed', screen: 'recent', message });
  assert.match(
    html,
    /<div class="alert alert--danger" role="alert"[^>]*>.*Failed to fetch data from \/api\/v2\/private\/recent/,
  );
});

test("a screen that did not load says 'Couldn't resolve component' [ERR-10]", () => {
  const html = draw({ kind: 'unresolved', screen: 'recent' });
  assert.match(html, /role="alert"[^>]*>.*Couldn&#x27;t resolve component/);
});
