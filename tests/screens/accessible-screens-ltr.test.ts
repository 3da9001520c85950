import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsOn } from './accessible.ts';
import { EVERY_SCREEN, openTour } from './every-screen.ts';
import { openWorld } from './world.ts';

const tour = await openTour(await openWorld(), 'en');

for (const screen of EVERY_SCREEN) {
  test(`accessible at three widths in both themes, from left to right: ${screen.name}`, async () => {
    assert.deepEqual(await violationsOn(await tour.visit(screen)), []);
  });
}

test('no screen met an error, a breach of the policy or another host on the way, from left to right', () => tour.end());
