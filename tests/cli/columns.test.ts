import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inColumns } from '#src/cli/terminal/columns.ts';

test('cells of a column stand below each other, and no line ends with space', () => {
  const rows = [['a', 'received', ''], ['bcd', 'new'], []];
  assert.equal(inColumns(rows), 'a    received\nbcd  new\n\n');
  assert.equal(inColumns([]), '');
});

test('names of any script take as much room as a terminal gives them', () => {
  const names = ['日本語.example', '𠮷野家.example', 'ไม้.example', 'bücher.example'];
  const lines = inColumns(names.map((name) => [name, '|'])).split('\n');
  assert.deepEqual(lines.slice(0, -1), [
    '日本語.example  |',
    '𠮷野家.example  |',
    'ไม้.example      |',
    'bücher.example  |',
  ]);
});

test('what is as wide as a letter takes one column, whatever its script, and what is wide takes two', () => {
  const names = ['ｱｲｳ', 'ＡＢ', 'ガー', 'ﾊﾟﾝ', '한글', '、。', '🙂', 'é'.normalize('NFD'), '한'.normalize('NFD')];
  const widths = inColumns(names.map((name) => [name, '|']))
    .split('\n')
    .slice(0, -1)
    .map((line, at) => line.length - '|'.length - (names[at] ?? '').length);
  // The widest has four: of the others as many as are missing, and two between the columns.
  assert.deepEqual(widths, [3, 2, 2, 3, 2, 2, 4, 5, 4]);
});

test('a list that a server has made as long as it may is put into columns too', () => {
  const rows = Array.from({ length: 200_000 }, () => ['a', 'b']);
  assert.equal(inColumns([...rows, ['long', 'b']]).length, 200_001 * 'long  b\n'.length);
});
