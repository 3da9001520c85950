import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IdTaken } from '#src/features/secrets/secret-store.ts';
import type { Store } from '#src/store/store.ts';
import { type Asked, ownInstants, PORT_VERBS, type PortStep, portSteps } from './port-steps.ts';
import { START_MS } from './sealed-sample.ts';
import { copyOver, storeMakers } from './transfer-stage.ts';
import { textOf } from './transfer-steps.ts';

const SEED = 20_300_115;
const RUNS = 25;
/** What no move carries: who does a thing alone, and what was asked within a minute. */
const NOT_CARRIED: readonly PortStep['verb'][] = ['leads', 'rate'];

const { makeSqlite, makeRedis } = await storeMakers();
const verbs = Object.keys(PORT_VERBS) as PortStep['verb'][];
/** Verbs of ports that have to do with each other: together they meet more often than among all. */
const between = (first: PortStep['verb'], end: PortStep['verb']) =>
  verbs.slice(verbs.indexOf(first), verbs.indexOf(end));
const GROUPS: Readonly<Record<string, readonly PortStep['verb'][]>> = {
  accounts: between('create', 'begin'),
  attempts: between('begin', 'link'),
  billing: [...between('link', 'addDomain'), 'create', 'destroy', 'findCustomer'],
  domains: between('addDomain', 'write'),
  feedback: between('write', 'sendMail'),
  outbox: between('sendMail', 'replaceRecord'),
  keys: [...verbs.slice(verbs.indexOf('replaceRecord')), 'write', 'addDomain', 'prove'],
};

for (const [port, some] of Object.entries(GROUPS)) {
  test(`${port}: both engines answer the same, whatever is asked one after the other and whatever the clock does`, () =>
    assertAlways(portSteps(50, some), async (asked) => {
      const [one, other] = [await makeSqlite(), await makeRedis()];
      await compare(one, other, stepsAt(asked, START_MS));
    }));
}

test('what was moved from SQLite to Redis and back goes on as what has always been in Redis', () =>
  assertAlways(fc.tuple(portSteps(50), portSteps(40)), async ([before, after]) => {
    const [first, second] = [await makeSqlite(), await makeRedis()];
    const [unmoved, last] = [await makeRedis(), await makeSqlite()];
    const carried = after.filter(({ verb }) => !NOT_CARRIED.includes(verb));
    const asked = stepsAt([...before, ...carried], START_MS);
    await compare(first, unmoved, asked.slice(0, before.length));
    const { nowMs } = asked[before.length - 1] ?? { nowMs: START_MS };
    await copyOver(first, second, nowMs);
    await copyOver(second, last, nowMs);
    await compare(last, unmoved, asked.slice(before.length));
  }));

/** Says its seed and the shortest such steps where it fails. */
function assertAlways<Steps>(steps: fc.Arbitrary<Steps>, check: (steps: Steps) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(steps, check), { numRuns: RUNS, seed: SEED });
}

type StepAt = PortStep & Asked;

/** Each with the instant at which it is done. */
function stepsAt(steps: readonly PortStep[], fromMs: number): readonly StepAt[] {
  const ownOf = ownInstants();
  let nowMs = fromMs;
  return steps.map((step, nth) => {
    nowMs += step.afterMs;
    return { ...step, nowMs, own: ownOf(nth) };
  });
}

async function compare(one: Store, other: Store, asked: readonly StepAt[]): Promise<void> {
  for (const step of asked) assert.equal(await ask(other, step), await ask(one, step), JSON.stringify(step));
}

async function ask(store: Store, step: StepAt): Promise<string> {
  try {
    return textOf((await PORT_VERBS[step.verb](store, step)) ?? null);
  } catch (error) {
    if (!(error instanceof IdTaken)) throw error;
    return 'a name that is taken';
  }
}
