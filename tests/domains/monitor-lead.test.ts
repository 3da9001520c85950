import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { LEAD_MS } from '#src/led-work.ts';
import { fromTable } from '../support/dns-responder.ts';
import { HOUR_AND_JITTER_MS, HTTP, looksOf, makeDue, started, verified } from './monitor-stage.ts';
import { bothEngines, DAY_MS, type DomainStage, NAME, newOwner, SITE, setStage } from './stage.ts';

for (const [engine, open] of await bothEngines()) {
  const promise = (name: string, run: (stage: DomainStage, t: TestContext) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => run(await setStage(t, await open(t), HTTP), t));

  promise('of several processes one looks, and another takes over when it stops', async (stage) => {
    const owner = await verified(stage);
    const [first, second] = [await started(stage), await started(stage)];
    const looks = () => looksOf(stage, 'A', NAME);
    const before = looks();
    await first.round(HOUR_AND_JITTER_MS);
    assert.equal(looks(), before + 1);
    await makeDue(stage, owner);
    await second.round(LEAD_MS - 1);
    assert.equal(looks(), before + 1);
    await first.monitor.stop(0);
    await second.round();
    assert.equal(looks(), before + 2);
  });

  promise('a process that has died holds up the others until its lease is over, to the instant', async (stage) => {
    await verified(stage);
    const { domains, clock } = stage;
    clock.advance(HOUR_AND_JITTER_MS);
    const before = looksOf(stage, 'A', NAME);
    assert.equal(await domains.takeLead('the dead', clock.now() + LEAD_MS, clock.now()), true);
    const { round } = await started(stage);
    await round(LEAD_MS - 1);
    assert.equal(looksOf(stage, 'A', NAME), before);
    await round(1);
    assert.equal(looksOf(stage, 'A', NAME), before + 1);
  });

  promise('the lease is renewed while there is work, however long one look takes', async (stage) => {
    await verified(stage);
    const { clock } = stage;
    clock.advance(HOUR_AND_JITTER_MS);
    const { held, release } = holdAnswers(stage);
    const slow = stage.anotherMonitor();
    slow.monitor.start();
    await held(1);
    for (let renewal = 0; renewal < 5; renewal += 1) {
      clock.advance(LEAD_MS - 1);
      slow.timers.tick();
      // The store does one thing after the other: whoever asks now asks after the renewal.
      assert.equal(await stage.domains.takeLead('another', clock.now() + 1, clock.now()), false);
    }
    release();
    await slow.timers.nextPause();
  });

  promise('whoever has lost the lease begins no further look', async (stage) => {
    for (let at = 0; at < 9; at += 1) await verified(stage, `d${at}.example.com`);
    const { clock, domains } = stage;
    clock.advance(HOUR_AND_JITTER_MS);
    const { held, release } = holdAnswers(stage);
    const slow = stage.anotherMonitor();
    slow.monitor.start();
    await held(4);
    clock.advance(LEAD_MS);
    assert.equal(await domains.takeLead('another', clock.now() + LEAD_MS, clock.now()), true);
    slow.timers.tick();
    assert.equal(await domains.takeLead('third', clock.now() + 1, clock.now()), false);
    release();
    await slow.timers.nextPause();
    assert.equal((await domains.due(99, clock.now())).length, 5);
  });

  promise('four domains at most are looked at at the same time, and all of them in the end', async (stage) => {
    for (let at = 0; at < 60; at += 1) await stage.service.add(await newOwner(stage), `d${at}.example.com`);
    stage.clock.advance(HOUR_AND_JITTER_MS);
    const { held, release, names } = holdAnswers(stage);
    const { monitor, timers } = stage.anotherMonitor();
    monitor.start();
    await held(4);
    assert.equal((await stage.domains.due(99, stage.clock.now())).length, 60);
    assert.equal(names.size, 4);
    release();
    await timers.nextPause();
    assert.deepEqual(await stage.domains.due(99, stage.clock.now()), []);
  });

  promise('stopping finishes the looks under way, and begins no other', async (stage) => {
    for (let at = 0; at < 9; at += 1) await stage.service.add(await newOwner(stage), `d${at}.example.com`);
    stage.clock.advance(HOUR_AND_JITTER_MS);
    const { held, release } = holdAnswers(stage);
    const { monitor } = stage.anotherMonitor();
    monitor.start();
    await held(4);
    const stopped = monitor.stop(10_000);
    release();
    await stopped;
    assert.equal((await stage.domains.due(99, stage.clock.now())).length, 5);
    assert.equal(await stage.domains.takeLead('next', stage.clock.now() + 1, stage.clock.now()), true);
  });

  promise('a look that outlasts the time for stopping is cut, and nothing of it is kept', async (stage) => {
    const owner = await verified(stage);
    stage.clock.advance(DAY_MS);
    const before = await stage.service.find(owner, NAME);
    const { held } = holdAnswers(stage);
    const { monitor, timers } = stage.anotherMonitor();
    monitor.start();
    await held(1);
    const stopped = monitor.stop(10_000);
    assert.equal(await timers.nextPause(), 10_000);
    timers.wake();
    await stopped;
    assert.deepEqual(await stage.service.find(owner, NAME), before);
    assert.equal((await stage.domains.due(9, stage.clock.now())).length, 1);
  });
}

/** Keeps everybody who asks waiting until the test lets them go on. */
function holdAnswers(stage: DomainStage) {
  const answer = fromTable(() => stage.records);
  const names = new Set<string>();
  const [gate, noticed] = [Promise.withResolvers<void>(), new Set<() => void>()];
  stage.responder.respond = async (question) => {
    names.add(question.name.replace('_hush-challenge.', '').replace(SITE, NAME));
    for (const look of noticed) look();
    await gate.promise;
    return answer(question);
  };
  /** Resolves once so many names have been asked for. */
  const held = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => names.size >= count && resolve();
      noticed.add(look);
      look();
    });
  return { names, held, release: () => gate.resolve() };
}
