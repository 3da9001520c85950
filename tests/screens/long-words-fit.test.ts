import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVERY_SCREEN, openTour, type Tour } from './every-screen.ts';
import { misfitsOn } from './fits.ts';
import { brokenTitles, enlarge, lostWords, spaceOut } from './spacing.ts';
import { openWorld } from './world.ts';

/** Their words are the longest of all our languages. */
const LOCALES = ['el_GR', 'hu', 'bg', 'ru', 'de'];

/** Where such words have once been too wide; every screen in every language would take many minutes. */
const NARROW = [
  ...['home: empty', 'sign up', 'feedback: dialog of a stranger', 'domains', 'branded: asked to burn it unread'],
  ...['private page: just made', 'private page: received', 'private page: burned', 'private page: mails failed'],
  ...['burn it unread: asked', 'burned unread', 'secret that verifies an address'],
  ...['pricing', 'pricing: yearly', 'plan: coming'],
];
/** Where they have once been too wide in a narrow window whose words are half as large again. */
const LARGE = [
  ...['home: empty', 'burn it unread: asked', 'domains', 'domain: status that is wrong'],
  ...['pricing', 'pricing: yearly', 'settings: dialog', 'upgrade: dialog', 'sign up'],
  ...['account: deletion asked', 'domains: removal asked', 'feedback: dialog of a stranger'],
  'domains without script: removal asked',
];
/** Whose tables have once been too wide for what is beside them in a window of middling width. */
const TABLES = ['account: subscriptions', 'domains'];
const named = (names: readonly string[]) => {
  const screens = EVERY_SCREEN.filter(({ name }) => names.includes(name));
  assert.equal(screens.length, names.length);
  return screens;
};
const [narrow, large, tables] = [named(NARROW), named(LARGE), named(TABLES)];

const world = await openWorld();
// All of them before the first test, which begins at once.
const tours: (readonly [string, Tour])[] = [];
for (const locale of LOCALES) tours.push([locale, await openTour(world, locale)]);

for (const [locale, tour] of tours) {
  for (const screen of narrow) {
    test(`long words fit in ${locale}, also when they are spaced out: ${screen.name} [WCAG 1.4.10 1.4.12]`, async () => {
      const page = await tour.visit(screen);
      const misfits = await misfitsOn(page);
      await page.setViewport({ width: 320, height: 900 });
      await spaceOut(page);
      assert.deepEqual([...misfits, ...(await lostWords(page))], []);
    });
  }
  for (const screen of large) {
    test(`long words fit in ${locale}, also when they are half as large again: ${screen.name} [WCAG 1.4.4]`, async () => {
      const page = await tour.visit(screen);
      await enlarge(page, '150%');
      assert.deepEqual(await misfitsOn(page, [360, 320]), []);
      assert.deepEqual(await brokenTitles(page), []);
    });
  }
  for (const screen of tables) {
    test(`a table fits in ${locale} in windows of every middling width: ${screen.name} [WCAG 1.4.10 2.1.1]`, async () => {
      assert.deepEqual(await misfitsOn(await tour.visit(screen), [648, 720, 840, 900, 1000]), []);
    });
  }
  test(`no screen met an error, a breach of the policy or another host on the way in ${locale}`, () => tour.end());
}
