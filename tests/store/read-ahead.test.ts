import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { RowName } from '#src/store/sqlite/disk-work.ts';
import type { GroupCommit } from '#src/store/sqlite/group-commit.ts';
import { createGroupRead } from '#src/store/sqlite/group-read.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createReadAhead, type ReadAhead } from '#src/store/sqlite/read-ahead.ts';
import { prepareSchema } from '#src/store/sqlite/schema.ts';
import { createSqliteSecretStore } from '#src/store/sqlite/secret-store.ts';
import type { Store } from '#src/store/store.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { temporaryFolder } from '../support/temp.ts';
import { raceRandomSteps } from './race.ts';
import { POLICY, RIGHT, START_MS, sample } from './sealed-sample.ts';
import { secretStoreContract } from './secret-store.contract.ts';

const folder = temporaryFolder({ after });

/** Of a machine that keeps nothing in memory. */
function alwaysReading() {
  let blocks = 0;
  return () => {
    blocks += 1_000;
    return blocks;
  };
}
const open = (path: string) =>
  openSqliteStore({
    ...{ path, policy: POLICY, now: () => START_MS, hasDiskThreads: true, blocksRead: alwaysReading() },
    onSweepError: (error) => assert.fail(String(error)),
  });
const path = join(folder, 'contract.db');
const [store, sameFile] = [open(path), open(path)];
after(() => Promise.all([store.close(), sameFile.close()]));

/** By so many steps it is known that pages come from the disk. */
async function learn({ secrets }: Pick<Store, 'secrets'>): Promise<void> {
  for (let at = 0; at < 200; at += 1) await secrets.look(sample().secret.id, START_MS);
}
before(() => Promise.all([store, sameFile].map(learn)));

secretStoreContract('sqlite that reads ahead', () => store.secrets);

test('sqlite that reads ahead: one order explains every answer of two handles on one file', async () => {
  await raceRandomSteps([store.secrets, sameFile.secrets], 500);
});

test('what is the first to touch a row reads it ahead', async () => {
  const database = new DatabaseSync(':memory:');
  prepareSchema(database);
  const read: RowName[] = [];
  const ahead: ReadAhead = (names, step) => {
    read.push(...names);
    return step();
  };
  const commit: GroupCommit = async (write) => write();
  const groupRead = createGroupRead(database);
  const secrets = createSqliteSecretStore(database, { commit, groupRead, ahead, policy: POLICY });
  const { secret, metadata } = sample();
  const attempt = { proofHash: RIGHT, claimantHash: null };
  const ofSecret: RowName = ['secret', secret.id];
  const steps: readonly (readonly [step: () => Promise<unknown>, names: readonly RowName[]])[] = [
    [() => secrets.put(secret, metadata), [['metadata', metadata.id], ofSecret]],
    [() => secrets.metadata(metadata.id, START_MS), [['metadata', metadata.id]]],
    [() => secrets.look(secret.id, START_MS), [ofSecret]],
    [() => secrets.lookKept(secret.id, START_MS), [ofSecret]],
    [() => secrets.senderCopy(secret.id, START_MS), [ofSecret]],
    [() => secrets.claimAtOnce(secret.id, attempt, secret.siteKeyId, START_MS), [ofSecret]],
    [() => secrets.claim(secret.id, attempt, START_MS), []],
  ];
  for (const [step, names] of steps) {
    await step();
    assert.deepEqual(read.splice(0), names);
  }
  database.close();
});

/** A disk that finds nothing until it is told to. */
function stage({ areCold = true } = {}) {
  const asked: { names: readonly RowName[]; found: PromiseWithResolvers<void> }[] = [];
  const find = (names: readonly RowName[]) => {
    const found = Promise.withResolvers<void>();
    asked.push({ names, found });
    return found.promise;
  };
  const pages = { areCold };
  const ahead = createReadAhead({ disk: { find }, areCold: () => pages.areCold });
  return { pages, asked, ahead };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what is asked in one turn is read together, and no step begins before', async () => {
  const { asked, ahead } = stage();
  const begun: string[] = [];
  const step = (name: string) => async () => begun.push(name);
  const names: RowName[] = [
    ['metadata', 'm'],
    ['secret', 'a'],
    ['secret', 'b'],
  ];
  const steps = [ahead(names.slice(0, 2), step('create')), ahead(names.slice(2), step('look'))];
  await turn();
  await turn();
  assert.deepEqual([begun, asked.map((one) => one.names)], [[], [names]]);
  const later = ahead([['secret', 'c']], step('later'));
  asked[0]?.found.resolve();
  await Promise.all(steps);
  await turn();
  assert.deepEqual(
    [begun, asked.map((one) => one.names)],
    [
      ['create', 'look'],
      [names, [['secret', 'c']]],
    ],
  );
  asked[1]?.found.resolve();
  assert.equal(await later, 3);
});

test('of many the first are read while the others are still to come, and all steps wait for all', async () => {
  const { asked, ahead } = stage();
  const begun: string[] = [];
  const create = (at: number) =>
    ahead(
      [
        ['metadata', `m${at}`],
        ['secret', `s${at}`],
      ],
      async () => begun.push(`${at}`),
    );
  const steps = [create(0), create(1)];
  assert.deepEqual(
    asked.map(({ names }) => names.map(([, id]) => id)),
    [['m0', 's0', 'm1', 's1']],
  );
  steps.push(create(2));
  await turn();
  await turn();
  assert.deepEqual(
    asked[1]?.names.map(([, id]) => id),
    ['m2', 's2'],
  );
  asked[0]?.found.resolve();
  await turn();
  assert.deepEqual(begun, []);
  asked[1]?.found.resolve();
  await Promise.all(steps);
  assert.deepEqual(begun, ['0', '1', '2']);
});

test('where the pages cannot be read the step begins all the same, and says what is wrong', async () => {
  const { asked, ahead } = stage();
  const names = Array.from({ length: 5 }, (_, at) => ['secret', String(at)] as const);
  const answer = ahead(names, () => Promise.reject(new Error('of the step')));
  asked[0]?.found.reject(new Error('of the thread'));
  await assert.rejects(answer, /of the step/);
});

test('what is in memory is left alone, and what is not any more is read ahead', async () => {
  const { pages, asked, ahead } = stage({ areCold: false });
  const step = () => ahead([['secret', 'a']], async () => 'answer');
  assert.deepEqual([await step(), asked.length], ['answer', 0]);
  pages.areCold = true;
  const answer = step();
  await turn();
  asked[0]?.found.resolve();
  assert.deepEqual([await answer, asked.length], ['answer', 1]);
});

test('what was asked for lately goes on at once, and after thousands of others it is read again', async () => {
  const { asked, ahead } = stage();
  const readFor = async (...ids: readonly string[]) => {
    const before = asked.length;
    const names = ids.map((id) => ['secret', id] as const);
    const step = ahead(names, async () => {});
    await turn();
    for (const { found } of asked) found.resolve();
    await step;
    return asked.length > before;
  };
  assert.deepEqual([await readFor('a'), await readFor('a'), await readFor('b', 'a')], [true, false, true]);
  assert.deepEqual(
    asked.map(({ names }) => names.map(([, id]) => id)),
    [['a'], ['b']],
  );
  const others = (from: number) => Array.from({ length: 4_000 }, (_, at) => String(from + at));
  await readFor(...others(0));
  assert.equal(await readFor('a'), false);
  await readFor(...others(4_000));
  await readFor(...others(8_000));
  assert.equal(await readFor('a'), true);
});

test('closing waits for nobody who still reads ahead, and the step of theirs is refused', async () => {
  const closing = open(join(folder, 'closing.db'));
  await learn(closing);
  const { secret, metadata } = sample();
  const put = closing.secrets.put(secret, metadata);
  await closing.close();
  await assert.rejects(put, (error) => error instanceof StoreUnavailable && error.isUnchanged);
});
