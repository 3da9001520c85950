import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeLinesOf } from '../../bench/coverage/code-lines.ts';

test('lines of code are those that run: no comment, no type, no blank line, no lone bracket', () => {
  const text = [
    ...['// first', "import type { A } from './a.ts';", '', '/**', ' * what it is', ' */'],
    ...['interface B {', '  readonly c: number;', '}', 'export function d(b: B) {', '  // why', '  return b.c;', '}'],
  ].join('\n');
  assert.deepEqual(codeLinesOf('x.ts', text), [10, 12]);
});

test('a source of types alone has no line of code', () => {
  assert.deepEqual(codeLinesOf('x.ts', 'export interface A {\n  readonly b: string;\n}\n'), []);
});

test('a component has its lines', () => {
  assert.deepEqual(codeLinesOf('x.tsx', 'export function A() {\n  return <b>x</b>;\n}\n'), [1, 2]);
});
