import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import type { SecretStore } from '#src/features/secrets/secret-store.ts';
import { LIFE_MS, POLICY, RIGHT, START_MS, sample, WRONG } from './sealed-sample.ts';

/** One thing that somebody tries to do to a secret, at his own idea of the time. */
interface Step {
  readonly verb: 'claim' | 'burn' | 'lift' | 'burn all';
  readonly isRight: boolean;
  /** Of a claim: which claimant's; 0 is nobody's. */
  readonly claimant: number;
  readonly nowMs: number;
}

/** The model: what a single store that does one thing after the other would remember. */
interface Model {
  readonly life: 'live' | 'received' | 'burned';
  readonly failures: number;
  readonly notBeforeMs: number;
  readonly lockedUntilMs: number;
  /** For whom the content is still kept, and until when. */
  readonly kept: { readonly claimant: number; readonly untilMs: number } | null;
}

const FRESH: Model = { life: 'live', failures: 0, notBeforeMs: 0, lockedUntilMs: 0, kept: null };
/** So long that it does not end in Redis's own time. */
const REDELIVERY_MS = 600_000;
const END_MS = START_MS + LIFE_MS;
const CLOCKS = [0, 500, 1000, REDELIVERY_MS, LIFE_MS - 1, LIFE_MS].map((elapsedMs) => START_MS + elapsedMs);

const steps = fc.array(
  fc.record<Step>({
    verb: fc.constantFrom('claim', 'claim', 'claim', 'burn', 'lift', 'burn all'),
    isRight: fc.boolean(),
    claimant: fc.nat(2),
    nowMs: fc.constantFrom(...CLOCKS),
  }),
  { minLength: 2, maxLength: 7 },
);

/** Lets random steps race on fresh secrets, over several handles, and finds an order that explains what each was told. */
export async function raceRandomSteps(stores: readonly SecretStore[], numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(steps, async (race) => {
      const { secret, metadata } = sample();
      await stores[0]!.put(secret, metadata);
      const told = await Promise.all(race.map((step, at) => run(stores[at % stores.length]!, secret.id, step)));
      const delivered = told.filter((outcome) => outcome === 'claimed').length;
      assert.ok(delivered <= 1, `${delivered} copies`);
      assert.ok(isExplained(FRESH, race, told), `no order explains ${JSON.stringify({ race, told })}`);
    }),
    { numRuns },
  );
}

async function run(store: SecretStore, id: Parameters<SecretStore['look']>[0], step: Step): Promise<string> {
  const attempt = { proofHash: step.isRight ? RIGHT : WRONG, ...claimantOf(step) };
  if (step.verb === 'lift') {
    await store.liftLock(id, step.nowMs);
    return 'lifted';
  }
  if (step.verb === 'burn all') {
    for await (const burned of store.burnUnread({ kind: 'ids', ids: [id] }, step.nowMs)) return `${burned} burned`;
    return 'nothing burned';
  }
  const outcome =
    step.verb === 'claim'
      ? await store.claim(id, attempt, step.nowMs)
      : await store.burn(id, attempt, 'sender', step.nowMs);
  if ('isAgain' in outcome && outcome.isAgain) return 'again';
  return 'guesses' in outcome ? `${outcome.kind} ${outcome.guesses.failures}` : outcome.kind;
}

function claimantOf({ claimant }: Step) {
  if (claimant === 0) return { claimantHash: null } as const;
  return { claimantHash: Buffer.alloc(32, claimant), redeliveryMs: REDELIVERY_MS };
}

/** Depth first over the orders that agree with what was told so far. */
function isExplained(model: Model, race: readonly Step[], told: readonly string[]): boolean {
  if (race.length === 0) return true;
  return race.some((step, at) => {
    const [next, outcome] = apply(model, step);
    return outcome === told[at] && isExplained(next, race.toSpliced(at, 1), told.toSpliced(at, 1));
  });
}

function apply(model: Model, step: Step): [Model, string] {
  const isOver = model.life !== 'live' || step.nowMs >= END_MS;
  if (step.verb === 'lift') return [isOver ? model : FRESH, 'lifted'];
  if (step.verb === 'burn all') {
    return isOver ? [{ ...model, kept: null }, 'nothing burned'] : [{ ...model, life: 'burned' }, '1 burned'];
  }
  const isKept = model.kept?.claimant === step.claimant && step.nowMs < model.kept.untilMs;
  if (step.verb === 'claim' && step.isRight && isKept) return [model, 'again'];
  if (isOver) return [model, 'gone'];
  const waitsMs = [model.notBeforeMs, model.lockedUntilMs].map((untilMs) => untilMs - step.nowMs);
  // A longer wait was set by a clock that was wrong.
  const mustWait = waitsMs.some((waitMs) => waitMs > 0 && waitMs <= POLICY.maxLockMs + CLOCK_SKEW_MS);
  if (mustWait) return [model, `too-early ${model.failures}`];
  if (step.isRight) {
    const isClaim = step.verb === 'claim';
    if (!isClaim) return [{ ...model, life: 'burned' }, 'burned'];
    const kept = step.claimant === 0 ? null : { claimant: step.claimant, untilMs: step.nowMs + REDELIVERY_MS };
    return [{ ...model, life: 'received', kept }, 'claimed'];
  }
  return [guessedWrong(model, step.nowMs), `wrong-proof ${model.failures + 1}`];
}

function guessedWrong(model: Model, nowMs: number): Model {
  const failures = model.failures + 1;
  if (failures < POLICY.tries) {
    const delayMs = [1000, 2000, 3000][failures - 1]!;
    return { ...model, failures, notBeforeMs: nowMs + delayMs };
  }
  const lockMs = Math.min(POLICY.maxLockMs, Math.floor((END_MS - nowMs) / 4));
  return { ...model, failures, lockedUntilMs: nowMs + lockMs };
}
