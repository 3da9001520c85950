import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readRequirements } from '../support/requirements.ts';
import { readSources, type SourceFile } from './source.ts';
import { gapsOf, idsNamedIn, leavesOut, titlesOf, unknownIds } from './titles.ts';

const known = readRequirements();
const tests = readSources('tests');

/** A made-up test; put together here, so that it is not taken for one of this file. */
function sample(call: string, title: string): SourceFile {
  return { path: 'tests/sample.test.ts', text: `${call}('${title}', () => {});` };
}

test('every id that a test names stands in docs/requirements.tsv', () => {
  assert.ok(tests.flatMap(titlesOf).length > 0);
  assert.deepEqual(
    tests.flatMap((file) => unknownIds(file, known)),
    [],
  );
});

test('an id that does not exist, or is written wrongly, is found', () => {
  const [unknown, short, known1, known2] = ['GEN-99', 'gen-1', 'GEN-01', 'REV-06'];
  assert.deepEqual(unknownIds(sample('test', `a promise [${known1} ${unknown}]`), known), [
    `tests/sample.test.ts: ${unknown}`,
  ]);
  assert.deepEqual(unknownIds(sample('t.test', `a promise [${short}]`), known), [`tests/sample.test.ts: ${short}`]);
  assert.deepEqual(unknownIds(sample('describe', `a promise [${known1}, ${known2}]`), known), []);
  const table = (title: string) => ({ path: 'tests/sample.test.ts', text: `const rows = [['${title}', /x/]];` });
  assert.deepEqual(unknownIds(table(`a promise [${known1}, ${unknown}]`), known), [`tests/sample.test.ts: ${unknown}`]);
});

test('every requirement is named by a test, or stands in tests/unproven.tsv with the reason', () => {
  const unproven = readFileSync(resolve(import.meta.dirname, '../unproven.tsv'), 'utf8');
  assert.deepEqual(gapsOf(known, new Set(tests.flatMap(idsNamedIn)), unproven), []);
});

test('a requirement is named by a title or a row of a table, not by a comment or in passing', () => {
  const [id, second] = ['GEN-01', 'REV-06'];
  const namedBy = (text: string) => idsNamedIn({ path: 'tests/sample.test.ts', text });
  assert.deepEqual(namedBy(`test('a promise [${id} ${second}]', () => {});`), [id, second]);
  assert.deepEqual(namedBy(`const rows = [{ promise: \`a promise [${id}]\` }];`), [id]);
  for (const other of [`// a promise [${id}]`, `/* '[${id}]' */`, `const a = '${id}';`, `const a = ['${id}'];`]) {
    assert.deepEqual(namedBy(other), [], other);
  }
});

test('a requirement that nothing proves is found, and so is one that is proven and excused, or excused for nothing', () => {
  const [first, second] = ['GEN-01', 'GEN-02'];
  const two = new Map([first, second].map((id) => [id, {}]));
  const gaps = (named: string[], unproven: string) => gapsOf(two, new Set(named), unproven);
  const excuse = `${second}\tnobody can tell\n`;
  assert.deepEqual(gaps([first], excuse), []);
  assert.deepEqual(gaps([], excuse), [`${first}: named by no test`]);
  assert.deepEqual(gaps([first, second], excuse), [`${second}: unproven, and named by a test`]);
  assert.deepEqual(gaps([first], `${second}\t \n`), [`${second}: unproven without a reason`]);
  assert.deepEqual(gaps([first], `${excuse}GEN-99\tgone\n`), ['GEN-99: unproven, and no requirement']);
  assert.deepEqual(gaps([first], excuse.repeat(26)), ['26 lines are unproven']);
});

test('no test is skipped, put off or run alone', () => {
  assert.deepEqual(
    tests.filter(leavesOut).map(({ path }) => path),
    [],
  );
});

test('a skipped test is found, in each way to write it', () => {
  for (const word of ['skip', 'todo', 'only']) {
    assert.equal(leavesOut(sample(`test.${word}`, 'a promise')), true);
    assert.equal(
      leavesOut({ path: 'tests/sample.test.ts', text: `test('a promise', { ${word}: true }, () => {});` }),
      true,
    );
  }
  assert.equal(leavesOut(sample('test', 'a promise about a skip: and only one')), false);
});
