import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, textMutantsOf } from '../../bench/mutation/text-mutants.ts';

/** What becomes of a source, mutant by mutant. */
function changedBy(code: string, language: Language): string[] {
  return textMutantsOf('x.ts', code, language).map(
    ({ start, end, replacement }) => code.slice(0, start) + replacement + code.slice(end),
  );
}

test('a script is changed in its comparisons, conditions, numbers, names and statements, one at a time', () => {
  const code = "const A = `\n  if row[1] ~= ARGV[2] then redis.call('HSET', KEYS[1], 'life', 'x') end\n`;";
  const changed = changedBy(code, 'lua');
  for (const expected of [
    code.replace('~=', '=='),
    code.replace('row[1] ~= ARGV[2]', 'true'),
    code.replace('row[1] ~= ARGV[2]', 'false'),
    code.replace('ARGV[2]', 'ARGV[3]'),
    code.replace("'life'", "''"),
    code.replace("redis.call('HSET', KEYS[1], 'life', 'x')", ''),
  ]) {
    assert.equal(changed.filter((one) => one === expected).length, 1, expected);
  }
  assert.equal(changed.includes(code.replace("'HSET'", "''")), false, 'the name of a command stays');
  assert.equal(new Set(changed).size, changed.length);
});

test('a statement is changed in its bounds, its logic and what it sets', () => {
  const code = "prepare('UPDATE t SET failures = 0 WHERE id = ? AND until_ms > ?')";
  assert.deepEqual(
    new Set(changedBy(code, 'sql')),
    new Set([
      code.replace('failures = 0', 'failures = failures'),
      code.replace('id = ?', 'id IS NOT ?'),
      code.replace('AND', 'OR'),
      code.replace('>', '>='),
      code.replace('>', '<='),
    ]),
  );
});

test('a piece of a statement that is a constant is changed too', () => {
  const code = 'const IS_OVER = "(ends_at_ms <= ?1 OR life <> \'live\')";';
  assert.ok(changedBy(code, 'sql').includes(code.replace('OR', 'AND')));
  assert.ok(changedBy(code, 'sql').includes(code.replace('<>', '=')));
});

test('what surrounds the texts, and what they have from elsewhere, is not touched', () => {
  const code = ["if (1 < 2) log('a');", 'const A = `$', '{B}\n  return 1\n`;\n/** `put` > 3 */'].join('');
  assert.deepEqual(changedBy(code, 'lua'), [code.replace('return 1', 'return 2')]);
  assert.deepEqual(changedBy("const a = b > 3 && 'no SELECT'", 'sql'), []);
});

test('a mutant is told with its line', () => {
  const [mutant] = textMutantsOf('x.ts', 'const A = `\n  return 1\n`;', 'lua');
  assert.deepEqual([mutant?.source, mutant?.line, mutant?.original, mutant?.replacement], ['x.ts', 2, '1', '2']);
});
