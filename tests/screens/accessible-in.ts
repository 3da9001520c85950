import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsOn } from './accessible.ts';
import { EVERY_SCREEN, openTour } from './every-screen.ts';
import { openWorld } from './world.ts';

/** Looks at every screen in a language (our code) with axe-core. */
export async function accessibleIn(locale: string): Promise<void> {
  const tour = await openTour(await openWorld(), locale);
  for (const screen of EVERY_SCREEN) {
    test(`accessible at three widths in both themes, in ${locale}: ${screen.name}`, async () => {
      assert.deepEqual(await violationsOn(await tour.visit(screen)), []);
    });
  }
  test(`no screen met an error, a breach of the policy or another host on the way, in ${locale}`, () => tour.end());
}
