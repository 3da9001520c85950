import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenNamed, visit } from './every-screen.ts';
import { misfitsOn } from './fits.ts';
import { openWorld } from './world.ts';

/** From where the footer still needs two lines to where one is enough. */
const WIDTHS = [648, 720, 760, 840, 900];
const screen = screenNamed('region menu open');
const world = await openWorld();

// Words are short in these, so the button stands near the edge from which its line begins.
for (const locale of ['he', 'cn']) {
  test(`the list of regions stays inside a window of middling width in ${locale} [WCAG 1.4.10]`, async (t) => {
    assert.deepEqual(await misfitsOn(await visit(t, world, screen, locale), WIDTHS), []);
  });
}
