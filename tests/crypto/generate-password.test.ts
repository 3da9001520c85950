import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { CHARACTER_SETS, type CharacterSet, createPasswordGenerator } from '#src/crypto/generate-password.ts';
import { judgePasswords, SHAPES } from './symbols.ts';

const generate = createPasswordGenerator(randomBytes);
const sets = Object.keys(CHARACTER_SETS) as CharacterSet[];

test('a generated password has the length asked for and only characters of its sets', () => {
  for (const characterSets of [sets, ...sets.map((set) => [set])]) {
    const alphabet = characterSets.map((set) => CHARACTER_SETS[set]).join('');
    for (const length of [8, 16, 128]) {
      const password = generate({ length, characterSets });
      assert.equal(password.length, length);
      assert.ok([...password].every((char) => alphabet.includes(char)));
    }
  }
});

test('no alphabet holds characters that look alike', () => {
  const alphabet = Object.values(CHARACTER_SETS).join('');
  assert.doesNotMatch(alphabet, /[0Oo1lI|`'"]/);
  assert.equal(new Set(alphabet).size, alphabet.length);
});

test('every character of the alphabet is equally likely in every position', () => {
  for (const shape of SHAPES) {
    const { pooledChance, worstChance } = judgePasswords(generate, shape, 10_000);
    // One honest look in a thousand million is below.
    assert.ok(pooledChance > 1e-9 && worstChance > 1e-9, `${JSON.stringify(shape)}: ${pooledChance} ${worstChance}`);
  }
});

test('bytes that would make some characters likelier are thrown away', () => {
  // Of 24 letters 240 is the largest multiple that fits a byte.
  const bytes = [255, 240, 0, 239, 23, 24];
  const draw = createPasswordGenerator((size) =>
    Uint8Array.from({ length: size }, (_, at) => bytes[at % bytes.length]!),
  );
  const [first, last] = [CHARACTER_SETS.lowercase[0], CHARACTER_SETS.lowercase[23]];
  assert.equal(draw({ length: 4, characterSets: ['lowercase'] }), `${first}${last}${first}${last}`);
});

test('a set that is named twice counts once', () => {
  const bytes = (size: number) => new Uint8Array(size).fill(24);
  const draw = createPasswordGenerator(bytes);
  assert.equal(draw({ length: 2, characterSets: ['lowercase', 'lowercase'] }), CHARACTER_SETS.lowercase[0]!.repeat(2));
});
