import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runChild } from './children.ts';
import type { RunOutcome } from './runner.ts';
import { type Cleanup, temporaryFolder } from './temp.ts';

const runner = new URL('./runner.ts', import.meta.url).href;
const entry = resolve(import.meta.dirname, '../run.ts');

/** Runs one made-up test file and hands back what came of it. */
async function outcomeOf(t: Cleanup, text: string): Promise<Pick<RunOutcome, 'complaints' | 'failures'>> {
  const folder = temporaryFolder(t);
  const file = join(folder, 'sample.test.mjs');
  writeFileSync(file, `import { test } from 'node:test';\n${text}\n`);
  const options = JSON.stringify({ files: [file], concurrency: 1, timeoutMs: 60_000 });
  const script = join(folder, 'run.mjs'); // a file, since the runner hands on the flags of its own process
  writeFileSync(
    script,
    `import { runTestFiles } from '${runner}';
    console.error(JSON.stringify(await runTestFiles(${options})));`,
  );
  const { stderr } = await runChild(process.execPath, [script], { cwd: folder });
  return JSON.parse(stderr);
}

const complaintsAbout = async (t: Cleanup, text: string) => (await outcomeOf(t, text)).complaints;

test('a run in which everything passes is not complained about', async (t) => {
  assert.deepEqual(await complaintsAbout(t, "test('a', () => {});"), []);
});

test('a failure is a complaint, and is told apart with its place and its reason', async (t) => {
  const text = "test('a', () => {});\ntest('b', () => { throw new Error('broken'); });";
  const { complaints, failures } = await outcomeOf(t, text);
  assert.deepEqual([complaints, failures.length], [['1 failed'], 1]);
  assert.match(failures[0]!, /^sample\.test\.mjs:3 b\n {2}Error: broken\n.*sample\.test\.mjs:3:/);
});

test('of a test in another the inner one is told', async (t) => {
  const text = "test('outer', async (t) => { await t.test('inner', () => { throw new Error('broken'); }); });";
  const { complaints, failures } = await outcomeOf(t, text);
  assert.deepEqual(complaints, ['2 failed', 'no test passed']);
  assert.deepEqual(
    failures.map((failure) => failure.split('\n')[0]),
    ['sample.test.mjs:2 inner'],
  );
});

test('a file that cannot be loaded is told', async (t) => {
  const { failures } = await outcomeOf(t, "throw new Error('broken');");
  assert.match(failures[0]!, /^sample\.test\.mjs:1 /);
});

test('a skipped test is a complaint, and so is one still to do', async (t) => {
  const skipped = ["test('a', () => {});", 'test', ".skip('b', () => {});", 'test', ".todo('c');"].join('');
  assert.deepEqual(await complaintsAbout(t, skipped), ['2 skipped or still to do']);
});

test('a file without a test is a complaint', async (t) => {
  assert.deepEqual(await complaintsAbout(t, 'void test;'), ['sample.test.mjs holds no test', 'no test passed']);
});

test('a run that is asked for coverage tells which lines no test has come to', async (t) => {
  const folder = temporaryFolder(t);
  const source = 'export const one = () => 1;\nexport const two = () => {\n  return 2;\n};\n';
  writeFileSync(join(folder, 'source.mjs'), source);
  const file = join(folder, 'sample.test.mjs');
  writeFileSync(
    file,
    "import { test } from 'node:test';\nimport { one } from './source.mjs';\ntest('a', () => one());\n",
  );
  const options = JSON.stringify({ files: [file], concurrency: 1, timeoutMs: 60_000, coverageOf: ['source.mjs'] });
  const script = join(folder, 'run.mjs');
  writeFileSync(
    script,
    `import { runTestFiles } from '${runner}';
    const { coverage } = await runTestFiles(${options});
    console.error(JSON.stringify(coverage.files.map(({ lines }) => lines.filter(({ count }) => count === 0))));`,
  );
  const { stderr } = await runChild(process.execPath, [script], { cwd: folder });
  const [lines] = JSON.parse(stderr) as { line: number }[][];
  assert.deepEqual(
    lines?.map(({ line }) => line),
    [3],
  );
});

test('an unknown suite is refused with the names of those that there are', async () => {
  const { code, stderr } = await runChild(process.execPath, [entry, 'nothing-like-it']);
  assert.equal(code, 1);
  assert.match(stderr, /unknown: nothing-like-it\. There are: check, unit, .*durability/);
});
