import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Page } from 'puppeteer-core';
import { contentOf, fill, linkOn, messageOn, open, press, pressAndGo } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

/** A writing area holds its line ends as LF, whatever is pasted; nothing else may change. */
const asTyped = (text: string) => text.replaceAll(/\r\n?/g, '\n');

interface Way {
  readonly name: string;
  readonly hasScript: boolean;
  /** From the home page to the text that the recipient reads. */
  carry(page: Page, text: string): Promise<string>;
}

const ways: readonly Way[] = [
  {
    name: 'with JavaScript',
    hasScript: true,
    carry: async (page, text) => {
      await open(page, server.url);
      await fill(page, '#secret', text);
      await pressAndGo(page, 'Create a secret link*');
      await open(page, await linkOn(page));
      await press(page, 'Click to continue');
      return messageOn(page);
    },
  },
  {
    name: 'without JavaScript',
    hasScript: false,
    carry: async (page, text) => {
      await page.goto(server.url);
      await fill(page, '#secret', text);
      await pressAndGo(page, 'Create a secret link*');
      await page.goto(await linkOn(page));
      await pressAndGo(page, 'Click to continue');
      return contentOf(page, '#message');
    },
  },
];

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 4096,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

const contents: Readonly<Record<string, string>> = {
  'a private key of 4096 bits': privateKey,
  '9,900 characters, a third of them emoji': 'a🔑é'.repeat(3300),
  'right-to-left text with marks': 'السلام عليكم \u200f(كلمة السر)\u200e שָׁלוֹם 123',
  'line ends of every kind': 'one\r\ntwo\rthree\nfour\n\r\nfive\n',
  'every control character but NUL': String.fromCharCode(
    ...Array.from({ length: 31 }, (_, i) => i + 1),
    127,
    0x85,
    0x9f,
  ),
  'a line break at the very start': '\n\nthird line',
  'nothing but blanks and line breaks': ' \n\t\n ',
  'markup, entities and ends of elements': '</textarea></script><script>alert(1)</script>&amp;&#x41;<!-- ]]>',
  'what JavaScript and forms give a meaning': '{"a":1}&b=%41+c;\u2028\u2029\ufeff\ufffe__proto__ {{count}} $& \\n',
};

for (const { name, hasScript, carry } of ways) {
  for (const [what, text] of Object.entries(contents)) {
    test(`${what} arrive as they were sent, ${name}`, async (t) => {
      const page = await stage.visitor(t, { hasScript });
      assert.equal(await carry(page, text), asTyped(text));
    });
  }

  test(`30 random texts of every kind of character arrive as they were sent, ${name}`, async (t) => {
    const page = await stage.visitor(t, { hasScript });
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
    const carried = fc.asyncProperty(anyText, async (text) => {
      assert.equal(await carry(page, text), asTyped(text));
    });
    await fc.assert(carried, { numRuns: 30, endOnFailure: true });
  });
}
