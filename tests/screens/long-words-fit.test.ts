import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVERY_SCREEN, openTour, type Tour } from './every-screen.ts';
import { misfitsOn } from './fits.ts';
import { lostWords, spaceOut } from './spacing.ts';
import { openWorld } from './world.ts';

/** Their words are the longest of all our languages. */
const LOCALES = ['el_GR', 'hu', 'bg', 'ru'];

/** Where such words have once been too wide; every screen in every language would take many minutes. */
const NARROW = [
  ...['home: empty', 'sign up', 'feedback: dialog of a stranger', 'domains', 'branded: asked to burn it unread'],
  ...['private page: just made', 'private page: received', 'private page: burned', 'private page: mails failed'],
  ...['burn it unread: asked', 'burned unread', 'secret that verifies an address'],
  ...['pricing', 'pricing: yearly', 'plan: coming'],
];
const screens = EVERY_SCREEN.filter(({ name }) => NARROW.includes(name));
assert.equal(screens.length, NARROW.length);

const world = await openWorld();
// All of them before the first test, which begins at once.
const tours: (readonly [string, Tour])[] = [];
for (const locale of LOCALES) tours.push([locale, await openTour(world, locale)]);

for (const [locale, tour] of tours) {
  for (const screen of screens) {
    test(`long words fit in ${locale}, also when they are spaced out: ${screen.name} [WCAG 1.4.10 1.4.12]`, async () => {
      const page = await tour.visit(screen);
      const misfits = await misfitsOn(page);
      await page.setViewport({ width: 320, height: 900 });
      await spaceOut(page);
      assert.deepEqual([...misfits, ...(await lostWords(page))], []);
    });
  }
  test(`no screen met an error, a breach of the policy or another host on the way in ${locale}`, () => tour.end());
}
