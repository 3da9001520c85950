import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Page } from 'puppeteer-core';
import { contentOf, fill, linkOn, messageOn, open, press, pressAndGo } from './screens.ts';

/** A writing area holds its line ends as LF, whatever is pasted; nothing else may change. */
export const asTyped = (text: string) => text.replaceAll(/\r\n?/g, '\n');

export interface Way {
  readonly name: string;
  readonly hasScript: boolean;
  /** From the home page to the text that the recipient reads. */
  carry(page: Page, home: string, text: string): Promise<string>;
}

export const withScript: Way = {
  name: 'with JavaScript',
  hasScript: true,
  carry: async (page, home, text) => {
    await open(page, home);
    await fill(page, '#secret', text);
    await pressAndGo(page, 'Create a secret link*');
    await open(page, await linkOn(page));
    await press(page, 'Click to continue');
    return messageOn(page);
  },
};

export const withoutScript: Way = {
  name: 'without JavaScript',
  hasScript: false,
  carry: async (page, home, text) => {
    await page.goto(home);
    await fill(page, '#secret', text);
    await pressAndGo(page, 'Create a secret link*');
    await page.goto(await linkOn(page));
    await pressAndGo(page, 'Click to continue');
    return contentOf(page, '#message');
  },
};

const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom('\r', '\n', '\t', ' ', '<', '&', '"', '%', '+', '\u0001', '\ufeff'),
      minLength: 1,
    }),
  )
  .map((text) => text.replaceAll('\0', ''))
  .filter((text) => text !== '');

/** Carries random texts of every kind of character but NUL that way, and compares each. */
export async function carryRandomTexts(page: Page, home: string, { carry }: Way, numRuns: number): Promise<void> {
  const carried = fc.asyncProperty(anyText, async (text) => {
    assert.equal(await carry(page, home, text), asTyped(text));
  });
  await fc.assert(carried, { numRuns, endOnFailure: true });
}
