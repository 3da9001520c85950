import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageTag } from '#src/i18n/language-tag.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { formatLocal } from '#src/islands/early/local-times.ts';
import { releasePacks } from '../support/packs.ts';

test('no sentence about a lock ends in two full stops, in any language and on both halves of the day', () => {
  const texts = createTexts(releasePacks);
  for (const locale of texts.locales) {
    for (const hour of [8, 20]) {
      const date = formatLocal(new Date(Date.UTC(2030, 0, 15, hour)).toISOString(), languageTag(locale), 'UTC');
      assert.doesNotMatch(texts.translator(locale)('private.tries.locked', { date }), /\.\.$/, locale);
    }
  }
});
