import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RedisConnection } from '#src/store/redis/connection.ts';
import { createTally } from '#src/store/redis/tally.ts';
import { START_MS, sample } from './sealed-sample.ts';

/** A Redis that runs each script when it is told to. */
function stage() {
  const asked: { readonly args: readonly unknown[]; readonly answer: () => void }[] = [];
  const run = (_script: unknown, _keys: unknown, args: readonly unknown[]) =>
    new Promise<void>((resolve) => asked.push({ args, answer: resolve }));
  const tally = createTally({ run } as unknown as RedisConnection);
  const turns = async () => {
    for (let turn = 0; turn < 10; turn += 1) await null;
  };
  return { tally, asked, turns };
}

test('who asks for the counts waits for those that are on their way already', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { tally, asked, turns } = stage();
  tally.made(sample().secret);
  t.mock.timers.tick(1000);
  await turns();
  assert.equal(asked.length, 1);
  let isCounted = false;
  const counted = tally.flush().then(() => {
    isCounted = true;
  });
  await turns();
  assert.equal(isCounted, false);
  asked[0]?.answer();
  await counted;
  assert.equal(asked.length, 1, 'and nothing is sent twice');
});

test('the end of a secret is sent when its beginning has been counted, however long that takes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { tally, asked, turns } = stage();
  const { secret } = sample();
  tally.made(secret);
  t.mock.timers.tick(1000);
  await turns();
  tally.ended(secret.id, 'received', START_MS);
  t.mock.timers.tick(1000);
  await turns();
  assert.equal(asked.length, 1);
  asked[0]?.answer();
  await turns();
  assert.deepEqual([asked.length, asked[1]?.args.includes(secret.id)], [2, true]);
});

test('thousands that have gathered go in parts that a script can take', async () => {
  const { tally, asked, turns } = stage();
  const secrets = Array.from({ length: 1201 }, () => sample().secret);
  for (const secret of secrets) tally.made(secret);
  const flushed = tally.flush();
  await turns();
  const sizes = asked.map(({ args }) => args.filter((one) => secrets.some(({ id }) => id === one)).length);
  assert.deepEqual(sizes, [500, 500, 201]);
  for (const { answer } of asked) answer();
  await flushed;
});
