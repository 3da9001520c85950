import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveConfiguration } from './proved-rounds.ts';

// As many as it takes for each kind of fault to come, one process being killed at the end.
const rounds = 50;
const readers = 20;

for (const store of ['sqlite', 'redis'] as const) {
  test(`${store}, two processes: while connections break, the store stops and a process dies, nothing is handed over twice and nothing is lost [GEN-01 REV-06]`, async () => {
    const configuration = { store, rounds, readers, processes: 2, hasFaults: true };
    const { tally, failure, faults } = await proveConfiguration(configuration);
    assert.equal(failure, null);
    assert.ok(faults && faults.brokenConnections > 0 && faults.pauses > 0 && faults.kills > 0);
    assert.deepEqual(tally.wrong, []);
  });
}
