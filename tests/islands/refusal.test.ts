import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageTag } from '#src/i18n/language-tag.ts';
import { flattenPack } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { createBrowserTexts } from '#src/islands/client/browser-texts.ts';
import { plainTitle } from '#src/islands/client/refusal.ts';
import { renderPage } from '#views/page.tsx';
import type { FormError } from '#views/page-props.ts';
import { releasePacks } from '../support/packs.ts';
import { assets, context } from '../views/sample-pages.ts';
import { signInPage } from '../views/sample-people.ts';

const texts = createTexts(releasePacks);

function titleIn(locale: string, error: FormError | null): string {
  const changed = { ...context, locale, lang: languageTag(locale) };
  const html = renderPage(signInPage({ error }), changed, { t: texts.translator(locale), assets });
  return /<title>(.*)<\/title>/.exec(html)?.[1] ?? '';
}

for (const locale of texts.locales) {
  test(`a title of the server in ${locale} loses all that a refusal has put around it, and no other loses anything [WCAG 2.4.2]`, () => {
    const t = createBrowserTexts(flattenPack(releasePacks.read(locale)), languageTag(locale));
    const [plain, refused] = [titleIn(locale, null), titleIn(locale, { field: null, message: 'x' })];
    assert.equal(refused, t('shell.page.refused', { title: plain }));
    assert.deepEqual([plainTitle(refused, t), plainTitle(plain, t)], [plain, plain]);
  });
}
