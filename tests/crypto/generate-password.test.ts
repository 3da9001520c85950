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
    // One honest run in ten million is below.
    assert.ok(pooledChance > 1e-7 && worstChance > 1e-7, `${JSON.stringify(shape)}: ${pooledChance} ${worstChance}`);
  }
});
