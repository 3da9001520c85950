import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVERY_SCREEN, visit } from './every-screen.ts';
import { goRound } from './stops.ts';
import { openWorld } from './world.ts';

/** Goes round every second screen with the keyboard; in two files, so that neither keeps a machine for long. */
export async function goRoundHalf(half: 0 | 1): Promise<void> {
  const world = await openWorld();
  for (const screen of EVERY_SCREEN.filter((_, index) => index % 2 === half)) {
    test(`${screen.name}: the keyboard comes to everything, is seen where it is, never covered, and comes round [WCAG 2.1.1 2.1.2 2.4.7 2.4.11 3.2.1]`, async (t) => {
      const page = await visit(t, world, screen);
      await page.setViewport({ width: 1280, height: 720 });
      const address = page.url();
      assert.deepEqual(await goRound(page), []);
      assert.equal(page.url(), address);
    });
  }
}
