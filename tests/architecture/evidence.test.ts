import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { missingEvidence, rowsOf } from './evidence.ts';
import { readSources } from './source.ts';

const root = resolve(import.meta.dirname, '../..');
const tests = readSources('tests');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const security = read('docs/security.md');
const asvs = read('docs/asvs.md');

const verdicts = ['shown', 'met', 'not met', 'not applicable'];

/** The requirements of level 1 in OWASP ASVS 5.0.0: section, and their numbers in it. */
const levelOne: Readonly<Record<string, readonly number[]>> = {
  ...{ 'V1.2': [1, 2, 3, 4, 5], 'V1.3': [1, 2], 'V1.5': [1], 'V2.1': [1], 'V2.2': [1, 2], 'V2.3': [1] },
  ...{ 'V3.2': [1, 2], 'V3.3': [1], 'V3.4': [1, 2], 'V3.5': [1, 2, 3], 'V4.1': [1], 'V4.4': [1] },
  ...{ 'V5.2': [1, 2], 'V5.3': [1, 2], 'V6.1': [1], 'V6.2': [1, 2, 3, 4, 5, 6, 7, 8], 'V6.3': [1, 2] },
  ...{ 'V6.4': [1, 2], 'V7.2': [1, 2, 3, 4], 'V7.4': [1, 2], 'V8.1': [1], 'V8.2': [1, 2], 'V8.3': [1] },
  ...{ 'V9.1': [1, 2, 3], 'V9.2': [1], 'V10.4': [1, 2, 3, 4, 5], 'V11.3': [1, 2], 'V11.4': [1] },
  ...{ 'V12.1': [1], 'V12.2': [1, 2], 'V13.4': [1], 'V14.2': [1], 'V14.3': [1], 'V15.1': [1], 'V15.2': [1] },
  ...{ 'V15.3': [1] },
};

test('every test that the threat model and the list for ASVS name is there, under the title they give it', () => {
  for (const guide of [security, asvs]) assert.deepEqual(missingEvidence(guide, tests, root), []);
});

test('a file that is not there and a title that no test bears are found', () => {
  const one = 'tests/architecture/evidence.test.ts';
  const found = (text: string) => missingEvidence(text, tests, root);
  assert.deepEqual(found(`\`${one}\` "a file that is not there"`), []);
  assert.deepEqual(found('`tests/architecture/*.test.ts` "a file that is not there", `tests/run.ts`'), []);
  assert.deepEqual(found(`\`${one}\` "this is nowhere"`), [`${one} has no test "this is nowhere"`]);
  assert.deepEqual(found('shown by `tests/nowhere.test.ts`.'), ['tests/nowhere.test.ts is not there']);
});

test('what an attacker can and cannot do names the test that shows it, or says that none does', () => {
  const rows = rowsOf(security, ['who, with what', '', 'what', 'shown by']);
  assert.ok(rows.length > 60, `${rows.length} rows`);
  const vague = rows.filter(([, can = '', , shown = '']) => {
    return !['can', 'cannot'].includes(can) || !/^(?:`tests\/|no test\b)/.test(shown);
  });
  assert.deepEqual(vague, []);
});

test('every requirement of level 1 has its line with a verdict, what is shown a test, and the others a reason', () => {
  const rows = rowsOf(asvs, ['requirement', 'asks for', 'verdict', 'how, or why not']);
  const numbers = Object.entries(levelOne).flatMap(([section, own]) => own.map((one) => `5.0.0-${section}.${one}`));
  assert.equal(numbers.length, 70);
  assert.deepEqual(
    rows.map(([number]) => number),
    numbers,
  );
  for (const [number = '', asked = '', verdict = '', how = ''] of rows) {
    assert.ok(verdicts.includes(verdict), `${number}: ${verdict}`);
    assert.ok(asked.length > 10 && how.length > 10, number);
    assert.equal(verdict === 'shown', /`tests\//.test(how), `${number} is ${verdict}`);
  }
  const counted = verdicts.map((verdict) => `${rows.filter(([, , own]) => own === verdict).length} ${verdict}`);
  assert.ok(asvs.includes(`there are ${counted.join(', ')}.`), counted.join(', '));
});
