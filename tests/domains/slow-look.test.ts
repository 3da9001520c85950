import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_AND_JITTER_MS, HTTP, holdFirst, pointRight, started } from './monitor-stage.ts';
import { addAndWait, bothEngines, type DomainStage, setStage } from './stage.ts';

for (const [engine, open] of await bothEngines()) {
  const promise = (name: string, run: (stage: DomainStage) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => run(await setStage(t, await open(t), HTTP)));

  promise('a look that is slow writes nothing over what its customer has asked for meanwhile', async (stage) => {
    for (const type of ['TXT', 'A'] as const) {
      const name = `${type}.example.com`.toLowerCase();
      const owner = await addAndWait(stage, name);
      const { round } = await started(stage);
      const { asked, release } = holdFirst(stage, type);
      const isOver = round(HOUR_AND_JITTER_MS);
      await asked;
      await stage.prove(owner, name);
      pointRight(stage, name);
      const checked = await stage.service.verify(owner, name);
      release();
      await isOver;
      const { proof, observation } = (await stage.service.find(owner, name))!;
      assert.deepEqual([proof.missingSinceMs, observation?.status], [null, 'ACTIVE'], type);
      assert.deepEqual(checked.ok && checked.value.observation, observation);
    }
  });
}
