import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IdTaken } from '#src/features/secrets/secret-store.ts';
import type { Store } from '#src/store/store.ts';
import { PORT_VERBS, type PortStep, portSteps } from './port-steps.ts';
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
      await compare(one, other, asked, START_MS);
    }));
}

test('what was moved from SQLite to Redis and back goes on as what has always been in Redis', () =>
  assertAlways(fc.tuple(portSteps(50), portSteps(40)), async ([before, after]) => {
    const [first, second] = [await makeSqlite(), await makeRedis()];
    const [unmoved, last] = [await makeRedis(), await makeSqlite()];
    const nowMs = await compare(first, unmoved, before, START_MS);
    await copyOver(first, second, nowMs);
    await copyOver(second, last, nowMs);
    const carried = after.filter(({ verb }) => !NOT_CARRIED.includes(verb));
    await compare(last, unmoved, carried, nowMs);
  }));

/** Says its seed and the shortest such steps where it fails. */
function assertAlways<Steps>(steps: fc.Arbitrary<Steps>, check: (steps: Steps) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(steps, check), { numRuns: RUNS, seed: SEED });
}

/** The instant of the last step. */
async function compare(one: Store, other: Store, asked: readonly PortStep[], fromMs: number): Promise<number> {
  let nowMs = fromMs;
  for (const step of asked) {
    nowMs += step.afterMs;
    assert.equal(await ask(other, step, nowMs), await ask(one, step, nowMs), JSON.stringify(step));
  }
  return nowMs;
}

async function ask(store: Store, { verb, n, m }: PortStep, nowMs: number): Promise<string> {
  try {
    return textOf((await PORT_VERBS[verb](store, { n, m, nowMs })) ?? null);
  } catch (error) {
    if (!(error instanceof IdTaken)) throw error;
    return 'a name that is taken';
  }
}
