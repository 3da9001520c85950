import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import type { Row } from '../../bench/scoreboard/row.ts';
import { rows } from '../../bench/scoreboard/rows.ts';
import { lineOf, type Measured, withRows } from '../../bench/scoreboard/table.ts';

const order = rows.map(({ name }) => name);
const guide = readFileSync(resolve(import.meta.dirname, '../../docs/security.md'), 'utf8');

function measured(name: string, seen: string): Measured {
  const row: Row = { name, what: 'what', bar: 'bar', measure: () => Promise.reject(new Error('not here')) };
  return { row, tried: '1 try', seen, verdict: 'red', day: '2026-01-31', reason: 'known' };
}

test('every row of the scoreboard has been measured, and its figures stand in docs/security.md', () => {
  const missing = order.filter((name) => !guide.includes(`\n| \`${name}\` | `));
  assert.deepEqual(missing, []);
});

test('a row that is measured again replaces its own figures, and leaves all others and all words as they are', () => {
  const names = ['one', 'two'];
  const [one, two] = [measured('one', 'a | b'), measured('two', 'c')];
  const empty = 'before\n<!-- scoreboard: begin, made by npm run scoreboard -->\n<!-- scoreboard: end -->\nafter\n';
  const full = withRows(withRows(empty, [two], names), [one], names);
  assert.equal(full, withRows(empty, [one, two], names));
  assert.match(full, /^before\n[\s\S]*\| `one` .* a \\\| b [\s\S]*\| `two` [\s\S]*\nafter\n$/);
  const again = withRows(full, [measured('one', 'better')], names);
  assert.ok(again.includes('better') && !again.includes('a \\|') && again.includes(lineOf(two)));
  assert.equal(withRows(again, [], ['two']).includes('`one`'), false, 'a row that there is no more goes');
  assert.throws(() => withRows('no place', [one], names));
});
