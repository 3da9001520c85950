import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Alert, type AlertKind } from '#src/ui/alert.tsx';
import { TextsContext } from '#src/ui/texts.tsx';
import { render, t } from './sample-pages.ts';

function draw(kind: AlertKind): string {
  const alert = createElement(Alert, { kind } as Parameters<typeof Alert>[0], 'What happened.');
  return renderToString(createElement(TextsContext, { value: { t, lang: 'en' } }, alert));
}

test("what went wrong is titled 'Oops!', 'Error' or 'Warning', in words where colour and sign say it [ERR-19]", () => {
  assert.match(draw('danger'), /<svg [^>]*role="img" aria-label="Error">.*What happened\./);
  assert.match(draw('warn'), /<svg [^>]*role="img" aria-label="Warning">.*What happened\./);
  assert.match(render({ name: 'not-found', props: {} }), /<p class="muted">Oops! /);
});

test('the sign before news is decoration', () => {
  for (const kind of ['plain', 'ok'] as const) assert.match(draw(kind), /<svg [^>]*aria-hidden="true">/);
});
