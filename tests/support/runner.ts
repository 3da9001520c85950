import { relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type EventData, run } from 'node:test';
import { spec } from 'node:test/reporters';

export interface RunOptions {
  /** Absolute paths, run in this order. */
  readonly files: readonly string[];
  readonly concurrency: number;
  /** For each file and each test in it. */
  readonly timeoutMs: number;
  /** Patterns of the sources whose coverage is wanted, from the root. It costs time, in every process that is started. */
  readonly coverageOf?: readonly string[];
}

/** What node:test says of each source that any process of the run has loaded. */
export type Coverage = EventData.TestCoverage['summary'];

export interface RunOutcome {
  readonly ran: number;
  /** What is wrong with the run, each in one line; empty when every test ran and passed. */
  readonly complaints: readonly string[];
  /** Each failed test with its place and its reason, in lines of their own, which may name folders of this machine. */
  readonly failures: readonly string[];
  /** null where none was asked for. */
  readonly coverage: Coverage | null;
}

/** Runs the files as `node --test` does, the report and its closing totals on standard output. */
export async function runTestFiles({ files, concurrency, timeoutMs, coverageOf }: RunOptions): Promise<RunOutcome> {
  const measured = coverageOf && { coverage: true, coverageIncludeGlobs: coverageOf, coverageExcludeGlobs: [] };
  const stream = run({ files: [...files], concurrency, timeout: timeoutMs, ...measured });
  let coverage: Coverage | null = null;
  stream.on('test:coverage', ({ summary }) => {
    coverage = summary;
  });
  const counts = { tests: 0, passed: 0, failed: 0, skipped: 0, todo: 0, cancelled: 0 };
  const emptyFiles: string[] = [];
  const failures: string[] = [];
  stream.on('test:fail', (failed) => {
    const { error }: { error: Error & { readonly failureType?: string } } = failed.details;
    if (error.failureType !== 'subtestsFailed') failures.push(described(failed));
  });
  stream.on('test:summary', ({ file, counts: totals }) => {
    if (file === undefined) Object.assign(counts, totals);
  });
  // The runner counts a file that holds no test as one passed test named after the file.
  stream.on('test:pass', ({ name, nesting }) => {
    if (nesting === 0 && files.includes(name)) emptyFiles.push(relative(process.cwd(), name));
  });
  await pipeline(stream.compose(new spec()), process.stdout, { end: false });
  const complaints = [
    ...emptyFiles.map((file) => `${file} holds no test`),
    ...(counts.failed + counts.cancelled > 0 ? [`${counts.failed + counts.cancelled} failed`] : []),
    ...(counts.skipped + counts.todo > 0 ? [`${counts.skipped + counts.todo} skipped or still to do`] : []),
    ...(counts.passed === emptyFiles.length ? ['no test passed'] : []),
  ];
  return { ran: counts.tests - emptyFiles.length, complaints, failures, coverage };
}

function described({ name, file = '', line, details }: EventData.TestFail): string {
  const { cause, message } = details.error;
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : message;
  return `${relative(process.cwd(), file)}:${line ?? 0} ${name}\n  ${reason.replaceAll('\n', '\n  ')}`;
}
