import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadiness } from '#src/features/health/readiness.ts';

test('probes that come at once ask the store once, and the next one asks anew', async () => {
  let pings = 0;
  let isUp = true;
  const ping = async () => {
    pings += 1;
    if (!isUp) throw new Error('away');
  };
  const readiness = createReadiness({ store: { ping }, isDraining: () => false });
  const probes = Array.from({ length: 50 }, () => readiness.isReady());
  assert.deepEqual(new Set(await Promise.all(probes)), new Set([true]));
  assert.equal(pings, 1);
  isUp = false;
  assert.equal(await readiness.isStoreUp(), false);
  assert.equal(pings, 2);
});

test('a look that never ends keeps no later probe waiting for it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isHanging = true;
  const ping = () => (isHanging ? new Promise<void>(() => {}) : Promise.resolve());
  const readiness = createReadiness({ store: { ping }, isDraining: () => false });
  const hung = readiness.isReady();
  t.mock.timers.tick(2_000);
  assert.equal(await hung, false);
  isHanging = false;
  assert.equal(await readiness.isReady(), true);
});

test('whoever stops is not ready, and has started all the same; so has a process whose store is away', async () => {
  let [isDraining, isUp] = [false, true];
  const ping = async () => {
    if (!isUp) throw new Error('away');
  };
  const readiness = createReadiness({ store: { ping }, isDraining: () => isDraining });
  const look = async () => [await readiness.isReady(), await readiness.hasStarted()];
  assert.deepEqual(await look(), [true, true]);
  isDraining = true;
  assert.deepEqual(await look(), [false, true]);
  [isDraining, isUp] = [false, false];
  assert.deepEqual(await look(), [false, true]);
});
