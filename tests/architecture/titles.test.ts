import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRequirements } from '../support/requirements.ts';
import { readSources, type SourceFile } from './source.ts';
import { leavesOut, titlesOf, unknownIds } from './titles.ts';

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
