import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrowserTexts } from '#src/islands/client/browser-texts.ts';
import { formatDollars, formatUtc, keptTogether } from '#src/ui/amounts.ts';

const pack = { 'a.b.sent_one': '{{count}} to {{who}}', 'a.b.sent_other': '{{count}} to {{who}}' };
const sent = (lang: string, count: number) => createBrowserTexts(pack, lang)('a.b.sent', { count, who: 'Moss' });

test('numbers in sentences are written as the language does', () => {
  assert.deepEqual([sent('en', 12_345), sent('de', 12_345)], ['12,345 to Moss', '12.345 to Moss']);
});

test('words in sentences that run from right to left are isolated, and nothing elsewhere', () => {
  for (const lang of ['ar', 'he']) assert.equal(sent(lang, 5), '5 to \u2068Moss\u2069');
  for (const lang of ['en', 'fr', 'zh']) assert.equal(sent(lang, 5), '5 to Moss');
});

test('an amount keeps its order beside its currency where the text runs the other way', () => {
  assert.match(formatDollars('ar', 3500), /^\u2066.*35.*\u2069$/);
  assert.equal(formatDollars('en', 3500), '$35.00');
  assert.equal(keptTogether('35 €'), '35 €');
});

test('a moment is written in the language of the page, and names UTC', () => {
  const atMs = Date.UTC(2026, 0, 31, 14, 5);
  assert.match(formatUtc('en', atMs), /^January 31, 2026 at 2:05\sPM\u00a0UTC$/);
  assert.match(formatUtc('de', atMs), /^31\. Januar 2026 um 14:05\u00a0UTC$/);
});
