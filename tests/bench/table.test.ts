import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figure, table } from '../../bench/report/table.ts';

test('a figure has as many digits as say something', () => {
  assert.deepEqual([4321.4, 99.94, 9.994, 0].map(figure), ['4321', '99.9', '9.99', '0.00']);
});

test('a bar in a cell does not end it', () => {
  assert.equal(table(['a', 'b'], [['x|y', 'z']]), '| a | b |\n|---|---|\n| x\\|y | z |');
});
