import { readFileSync } from 'node:fs';
import { startChild } from '../../tests/support/children.ts';
import type { Group } from './groups.ts';
import type { JudgedMutant, Verdict } from './judged.ts';
import { type TextMutant, textMutantsOf } from './text-mutants.ts';

/** Longer than a test file takes on a busy machine. */
const LONGEST_MS = 120_000;

/** Judges every mutant of the texts in these sources: each of their test files in turn, until one fails. */
export async function judgeTexts(
  { texts }: Group,
  sources: readonly string[],
  concurrency: number,
): Promise<JudgedMutant[]> {
  const mutants = texts
    .filter(({ source }) => sources.includes(source))
    .flatMap(({ source, language, tests }) =>
      textMutantsOf(source, readFileSync(source, 'utf8'), language).map((mutant) => ({ mutant, tests })),
    );
  const judged: JudgedMutant[] = [];
  const waiting = mutants.entries();
  const work = async () => {
    for (const [at, { mutant, tests }] of waiting) {
      const { start: _, end: __, ...told } = mutant;
      const verdict = await judge(mutant, tests);
      judged[at] = { ...told, verdict };
      console.log(`text ${at + 1} of ${mutants.length}, ${told.source}:${told.line} ${told.mutator}: ${verdict}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return judged;
}

async function judge(mutant: TextMutant, files: readonly string[]): Promise<Verdict> {
  for (const file of files) {
    const verdict = await judgeBy(file, mutant);
    if (verdict !== 'survived') return verdict;
  }
  return 'survived';
}

/** A process that fails without a failed test has not come as far as the tests: whoever runs it sees that, too. */
async function judgeBy(file: string, mutant: TextMutant): Promise<Verdict> {
  const loaders = ['./src/build/loader.mjs', './bench/mutation/exchange.mjs'].flatMap((path) => ['--import', path]);
  const child = startChild(process.execPath, [...loaders, '--test-reporter=tap', file], {
    env: { MUTANT: JSON.stringify(mutant) },
  });
  let verdict: Verdict | null = null;
  const onFailure = () => {
    verdict = 'killed';
    return child.kill();
  };
  const onEnd = () => null;
  const tooLong = setTimeout(() => {
    verdict = 'timeout';
    void child.kill();
  }, LONGEST_MS);
  await child.waitFor(/^ *not ok /m, 2 * LONGEST_MS).then(onFailure, onEnd);
  clearTimeout(tooLong);
  const { code } = await child.ended;
  return verdict ?? (code === 0 ? 'survived' : 'killed');
}
