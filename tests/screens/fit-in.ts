import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVERY_SCREEN, openTour, type Tour } from './every-screen.ts';
import { misfitsOn } from './fits.ts';
import { openWorld } from './world.ts';

/** Measures every screen in these languages (our codes). */
export async function fitIn(locales: readonly string[]): Promise<void> {
  const world = await openWorld();
  // All of them before the first test, which begins at once.
  const tours: (readonly [string, Tour])[] = [];
  for (const locale of locales) tours.push([locale, await openTour(world, locale)]);
  for (const [locale, tour] of tours) {
    // Without script a screen looks as it does with it: one language is enough to see that it fits.
    for (const screen of EVERY_SCREEN.filter(({ hasScript }) => hasScript || locale === locales[0])) {
      test(`nothing is cut off, covered or outside in ${locale}, at 320 and 1280 px: ${screen.name}`, async () => {
        assert.deepEqual(await misfitsOn(await tour.visit(screen)), []);
      });
    }
    test(`no screen met an error, a breach of the policy or another host on the way in ${locale}`, () => tour.end());
  }
}
