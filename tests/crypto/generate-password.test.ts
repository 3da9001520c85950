import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { CHARACTER_SETS, type CharacterSet, createPasswordGenerator } from '#src/crypto/generate-password.ts';

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
  const alphabet = sets.map((set) => CHARACTER_SETS[set]).join('');
  const rounds = 30_000;
  const positions = [0, 15].map(() => new Map<string, number>());
  for (let made = 0; made < rounds; made += 1) {
    const password = generate({ length: 16, characterSets: sets });
    for (const [at, counts] of [password[0]!, password[15]!].entries()) {
      positions[at]!.set(counts, (positions[at]!.get(counts) ?? 0) + 1);
    }
  }
  const expected = rounds / alphabet.length;
  for (const counts of positions) {
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    assert.equal(counts.size, alphabet.length);
    // 67 degrees of freedom: one honest run in ten million lies above 154.
    assert.ok(chiSquare < 154, `chi-square ${chiSquare}`);
  }
});
