import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
const measuring = Object.entries<string>(scripts).flatMap(([name, command]) => {
  const [file] = /\bbench\/\S+\.ts$/.exec(command) ?? [];
  return file === undefined ? [] : [{ name, file }];
});

/** What comes of it: exit code and both of its outputs. */
function call(file: string, ...given: readonly string[]): Promise<{ code: number; said: string }> {
  const command = ['--import', './src/build/loader.mjs', file, ...given];
  return new Promise((done) => {
    const child = execFile(process.execPath, command, { cwd: root, timeout: 60_000 }, (_error, output, errors) =>
      done({ code: child.exitCode ?? -1, said: output + errors }),
    );
  });
}

test('each script that measures says what it may be called with, and measures nothing when it is called otherwise', async () => {
  assert.ok(measuring.length > 10);
  for (const { name, file } of measuring) {
    const help = await call(file, '--help');
    assert.equal(help.code, 0, name);
    assert.ok(help.said.startsWith(`Usage: npm run ${name} -- `), help.said);
    const wrong = await call(file, '--nonsense');
    assert.deepEqual(wrong, { code: 2, said: "error: unknown option '--nonsense'\n" }, name);
  }
});

test('a number that is none, and a name of nothing, are refused before anything is measured', async () => {
  const cases = [
    ['bench/soak.ts', '--minutes', 'ten', /A number above 0 is needed/],
    ['bench/soak.ts', '--share', '70', /A number from 0 to 1 is needed/],
    ['bench/soak.ts', '--store', 'mysql', /Allowed choices are sqlite, redis/],
    ['bench/scale.ts', '--many', '1.5', /A whole number from 1 is needed/],
    ['bench/prove-once.ts', '--processes', '1,0', /A whole number from 1 is needed/],
    ['bench/prove-failover.ts', '--rounds', '0', /A whole number from 1 is needed/],
    ['bench/faults/run.ts', 'nonsense', null, /no fault's name holds 'nonsense'/],
    ['bench/coverage.ts', 'nonsense', null, /no tests there/],
    ['bench/mutate.ts', 'src/main.ts', null, /Allowed choices are/],
    ['bench/scoreboard/run.ts', 'nonsense', null, /Allowed choices are headers, csp/],
  ] as const;
  for (const [file, one, other, words] of cases) {
    const { code, said } = await call(file, ...(other === null ? [one] : [one, other]));
    assert.deepEqual([code, words.test(said)], [2, true], `${file}: ${said}`);
  }
});
