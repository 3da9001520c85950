import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { openStage } from './stage.ts';
import { asTyped, withoutScript, withScript } from './ways.ts';

const stage = await openStage();
const { server } = stage;

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

for (const { name, hasScript, carry } of [withScript, withoutScript]) {
  for (const [what, text] of Object.entries(contents)) {
    test(`${what} arrive as they were sent, ${name}`, async (t) => {
      const page = await stage.visitor(t, { hasScript });
      assert.equal(await carry(page, server.url, text), asTyped(text));
    });
  }
}
