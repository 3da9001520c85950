import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { EASY } from './feedback-screens.ts';
import { fill, linkOn, messageOn, open, press, pressAndGo, see } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage(EASY);
const { url } = stage.server;

/** Takes away what JavaScript has got since ES2022, which the build is made for (src/build/browser.ts). */
async function forgetWhatIsNew(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const younger: readonly (readonly [object, string])[] = [
      [Promise, 'withResolvers try'],
      [Object, 'groupBy'],
      [Map, 'groupBy'],
      [Array, 'fromAsync'],
      [Array.prototype, 'findLast findLastIndex toReversed toSorted toSpliced with'],
      [String.prototype, 'isWellFormed toWellFormed'],
      [Set.prototype, 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        'map filter take drop flatMap reduce toArray forEach some every find',
      ],
    ];
    for (const [place, names] of younger) for (const name of names.split(' ')) Reflect.deleteProperty(place, name);
  });
}

test('in a browser that knows ES2022 and no more a secret is shared and opened', async (t) => {
  const page = await stage.visitor(t);
  await forgetWhatIsNew(page);
  await open(page, url);
  await fill(page, '#secret', 'older than you');
  await pressAndGo(page, 'Create a secret link*');
  await open(page, await linkOn(page));
  await press(page, 'Click to continue');
  assert.equal(await messageOn(page), 'older than you');
});

test('in a browser that knows ES2022 and no more a visitor writes to the site [FB-20]', async (t) => {
  const page = await stage.visitor(t);
  await forgetWhatIsNew(page);
  await open(page, `${url}/feedback`);
  await fill(page, 'textarea', 'from an older telephone');
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
});
