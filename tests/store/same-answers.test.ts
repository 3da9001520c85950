import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MetadataId, SecretId } from '#src/crypto/ids.ts';
import type { GuessState } from '#src/features/secrets/secret.ts';
import { IdTaken, type SecretStore } from '#src/features/secrets/secret-store.ts';
import { openBothEngines } from './both-engines.ts';
import { RIGHT, START_MS, sample, WRONG } from './sealed-sample.ts';
import { createSecretModel } from './secret-model.ts';
import { textOf } from './transfer-steps.ts';

const SEED = 20_300_115;
const RUNS = 300;
/** Such that a few jumps of the clock meet each end to the millisecond, and that none ends in Redis's own time. */
const LIFE_MS = 7_200_000;
const REDELIVERY_MS = 600_000;
const COPY_MS = 3_600_000;
const JUMPS_MS = [0, 0, 0, 1, 999, 1000, 600_000, 600_000, 3_600_000, -1, -1000, -3_600_000];

/** `by` says how, or by whom; `afterMs` how far the clock has gone since the last. */
interface Step {
  readonly verb: keyof typeof VERBS;
  readonly n: number;
  readonly by: number;
  readonly isRight: boolean;
  readonly afterMs: number;
  /** Two bits for each secret: a key is drawn once. */
  readonly shapes: number;
}

/** Asked so much more often that they meet, at the very instants at which something ends. */
const OFTEN = [...Array(3).fill('put'), ...Array(9).fill('claim')] as const satisfies readonly Step['verb'][];

const engines = await openBothEngines();

const steps = () =>
  fc.array(
    fc.record<Omit<Step, 'shapes'>>({
      verb: fc.constantFrom(...(Object.keys(VERBS) as Step['verb'][]), ...OFTEN),
      n: fc.nat(1),
      by: fc.nat(3),
      isRight: fc.constantFrom(true, true, false),
      afterMs: fc.constantFrom(...JUMPS_MS),
    }),
    { maxLength: 40, size: 'max' },
  );

test('both engines answer whatever is asked of secrets as a store would that does one thing after the other', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(15), steps(), async (shapes, asked) => {
      run += 1;
      const model = createSecretModel();
      let nowMs = START_MS;
      for (const step of asked) {
        nowMs += step.afterMs;
        const expected = await ask(model, { ...step, shapes }, `${run}`, nowMs);
        for (const [engine, { secrets }] of engines) {
          assert.equal(
            await ask(secrets, { ...step, shapes }, `${run}`, nowMs),
            expected,
            `${engine}: ${JSON.stringify(step)}`,
          );
        }
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

interface Asked extends Step {
  readonly id: SecretId;
  readonly metadataId: MetadataId;
  readonly tag: string;
  readonly nowMs: number;
}

async function ask(store: SecretStore, step: Step, run: string, nowMs: number): Promise<string> {
  const name = (kind: string) => createHash('sha256').update(`${kind} ${step.n} ${run}`).digest('base64url');
  const ids = { id: name('secret') as SecretId, metadataId: name('metadata') as MetadataId, tag: `owner ${run}` };
  try {
    return textOf(onlyGuesses(await VERBS[step.verb](store, { ...step, ...ids, nowMs })));
  } catch (error) {
    if (!(error instanceof IdTaken)) throw error;
    return 'a name that is taken';
  }
}

/** A row may stand where as much of it is wanted as counts the guesses. */
function onlyGuesses(answer: unknown) {
  if (typeof answer !== 'object' || answer === null || !('guesses' in answer)) return answer ?? null;
  const { failures, notBeforeMs, lockedUntilMs } = answer.guesses as GuessState;
  return { ...answer, guesses: { failures, notBeforeMs, lockedUntilMs } };
}

const attemptOf = ({ by, isRight }: Step) => ({
  proofHash: isRight ? RIGHT : WRONG,
  ...(by === 0
    ? { claimantHash: null }
    : { claimantHash: Buffer.alloc(32, (by % 2) + 1), redeliveryMs: REDELIVERY_MS }),
});

const VERBS = {
  put,
  look: (store: SecretStore, { id, nowMs }: Asked) => store.look(id, nowMs),
  lookKept: (store: SecretStore, { id, nowMs }: Asked) => store.lookKept(id, nowMs),
  claim: (store: SecretStore, asked: Asked) => store.claim(asked.id, attemptOf(asked), asked.nowMs),
  claimAtOnce: async (store: SecretStore, asked: Asked) => {
    const claimed = await store.claimAtOnce(asked.id, attemptOf(asked), 'site-key', asked.nowMs);
    if (claimed === null) return store.claim(asked.id, attemptOf(asked), asked.nowMs);
    const { row, ...outcome } = claimed;
    return outcome;
  },
  burn: (store: SecretStore, asked: Asked) =>
    store.burn(asked.id, attemptOf(asked), asked.by % 2 ? 'sender' : 'recipient', asked.nowMs),
  burnUnread: async (store: SecretStore, { by, id, tag, nowMs }: Asked) => {
    const whose = [
      { kind: 'ids', ids: [id] } as const,
      { kind: 'owner', ownerTag: tag } as const,
      { kind: 'domain', domainTag: tag } as const,
    ][by % 3]!;
    let burned = 0;
    for await (const count of store.burnUnread(whose, nowMs)) burned += count;
    return burned;
  },
  markOpened: (store: SecretStore, { id, nowMs }: Asked) => store.markOpened(id, nowMs),
  markViewed: (store: SecretStore, { id, nowMs }: Asked) => store.markViewed(id, nowMs),
  liftLock: (store: SecretStore, { id, nowMs }: Asked) => store.liftLock(id, nowMs),
  senderCopy: (store: SecretStore, { id, nowMs }: Asked) => store.senderCopy(id, nowMs),
  metadata: (store: SecretStore, { metadataId, nowMs }: Asked) => store.metadata(metadataId, nowMs),
  ownedBy: async (store: SecretStore, { by, tag, nowMs }: Asked) => {
    const owned = await store.ownedBy(tag, { sinceMs: START_MS - by * 1000, limit: 2 }, nowMs);
    return owned.map(({ id, ownerCopy, row }) => [
      id,
      ownerCopy,
      row.life,
      row.openedAtMs,
      row.viewedAtMs,
      row.endedAtMs,
    ]);
  },
  countOwnedBy: (store: SecretStore, { by, tag, nowMs }: Asked) =>
    store.countOwnedBy(tag, { sinceMs: START_MS + by * 1000, limit: 2 }, nowMs),
  disown: (store: SecretStore, { tag }: Asked) => store.disown(tag),
};

async function put(store: SecretStore, { id, metadataId, n, shapes, tag }: Asked) {
  // A key is drawn once.
  if ((await store.look(id, START_MS)) !== null) return;
  const by = (shapes >> (2 * n)) & 3;
  const times = { createdAtMs: START_MS + n, recordExpiresAtMs: START_MS + 2 * LIFE_MS };
  const { secret, metadata } = sample({
    ...{ ...times, id, expiresAtMs: START_MS + LIFE_MS, hasPassphrase: by === 3 },
    ...{ ownerTag: by > 1 ? tag : null, ownerCopy: by > 1 ? Buffer.from(`copy ${n}`) : null },
    ...{ domainTag: by === 1 ? tag : null, isCounted: by !== 0 },
    ...{ facts: Buffer.from('facts'), content: Buffer.from(`content ${n} ${by}`) },
    senderCopy: by === 3 ? null : { sealed: Buffer.from('copy'), untilMs: START_MS + COPY_MS },
  });
  await store.put(secret, { ...metadata, ...times, id: metadataId, sealed: Buffer.from(`metadata ${n}`) });
}
