// npm run coverage: which lines and branches of src the tests come to, into bench/COVERAGE.md.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ensurePrograms } from '../tests/support/install.ts';
import { fromSources } from '../tests/support/program.ts';
import { type Coverage, runTestFiles } from '../tests/support/runner.ts';
import { commandLine } from './command-line.ts';
import { codeLinesOf } from './coverage/code-lines.ts';
import { coverageReport, type FileCoverage } from './coverage/report.ts';

/** The suites unit, store, api-v1, domains, security, cli, release and chart of tests/run.ts: no browser, no image. */
const FOLDERS = [
  ...['architecture', 'backup', 'config', 'crypto', 'features', 'http', 'i18n', 'islands', 'log', 'mail', 'markdown'],
  ...['metrics', 'net', 'openapi', 'views', 'store', 'api-v1', 'domains', 'security', 'cli', 'release', 'chart'],
];

/** Two commands, a thousand times: other files cover the same lines, and a process takes seconds when it is watched. */
const LEFT_OUT = ['tests/cli/random-contents.test.ts'];

const root = resolve(import.meta.dirname, '..');
process.chdir(root);
const command = commandLine('coverage', 'Which lines and branches of src the tests come to, into bench/COVERAGE.md.')
  .argument('[folders...]', 'below tests/, these alone; COVERAGE.md stays as it is')
  .parse();
const given: readonly string[] = command.processedArgs[0] ?? [];
const folders = given.length > 0 ? given : FOLDERS;
const found = folders.flatMap((folder) => globSync(`tests/${folder}/**/*.test.{ts,tsx}`).sort());
const files = found.filter((file) => !LEFT_OUT.includes(file));
if (files.length === 0) command.error('no tests there');

ensurePrograms(['redis-server', 'nsd', 'shellcheck', 'zsh', 'fish', 'helm', 'promtool']);
process.env.HUSHLINK_TEST_PROGRAM = fromSources;
const { coverage, complaints } = await runTestFiles({
  files: files.map((file) => join(root, file)),
  ...{ concurrency: 2, timeoutMs: 20 * 60_000, coverageOf: ['src/**'] },
});
if (coverage === null) throw new Error('node:test has counted nothing');
const report = coverageReport({ files: sourcesIn(coverage), folders, leftOut: LEFT_OUT, complaints });
if (given.length > 0) console.log(report);
else writeFileSync(join(import.meta.dirname, 'COVERAGE.md'), report);

/** Every source, also those that no process has loaded. */
function sourcesIn({ files: loaded }: Coverage): FileCoverage[] {
  const byPath = new Map(loaded.map((file) => [relative(root, file.path), file]));
  return globSync('src/**/*.{ts,tsx}')
    .sort()
    .flatMap((path) => {
      const lines = codeLinesOf(path, readFileSync(path, 'utf8'));
      return lines.length === 0 ? [] : [measured(path, lines, byPath.get(path))];
    });
}

function measured(
  path: string,
  codeLines: readonly number[],
  file: Coverage['files'][number] | undefined,
): FileCoverage {
  const seen = new Set((file?.lines ?? []).filter(({ count }) => count > 0).map(({ line }) => line));
  const covered = codeLines.filter((line) => seen.has(line)).length;
  return {
    path,
    lines: { covered, total: codeLines.length },
    branches: { covered: file?.coveredBranchCount ?? 0, total: file?.totalBranchCount ?? 1 },
  };
}
