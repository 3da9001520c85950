import { randomBytes } from 'node:crypto';
import { keyRefusalText } from '#src/compose/keys.ts';
import type { Config } from '#src/config/config.ts';
import { type ConfigProblem, problemText } from '#src/config/problem.ts';
import { judgeKeys } from '#src/features/keys/settling.ts';
import { keptSecretProblems, openSeal } from '#src/open-seal.ts';
import { keyRecordIn } from '#src/store/sqlite/inspect.ts';
import { type Finding, failure } from './finding.ts';
import { SAID } from './texts.ts';

/** Whether the site secret that is there opens the store; before the first start, whether it is one at all. */
export async function lookAtSeal(config: Pick<Config, 'dataFolder' | 'store' | 'site'>): Promise<readonly Finding[]> {
  const record = config.store.kind === 'sqlite' ? keyRecordIn(config.store.path) : null;
  if (record === null) return (await keptSecretProblems(config)).map(problemFinding);
  const log = { warn: () => {} };
  const ring = await openSeal(config, { log, drawBytes: (size) => randomBytes(size), mayMake: false });
  if (!ring.ok) return ring.failure.problems.map(problemFinding);
  const refusal = judgeKeys(ring.value, record);
  return refusal === null ? [] : [wrong(keyRefusalText(refusal))];
}

function problemFinding(problem: ConfigProblem): Finding {
  return wrong(problemText(problem));
}

function wrong(text: string): Finding {
  return failure('data', SAID.configProblem(text));
}
