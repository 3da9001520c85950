import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTime } from '#src/features/health/readiness.ts';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('what a probe was told in time leaves no clock running, whether it was an answer or an error', async () => {
  const before = timers();
  assert.equal(await inTime(Promise.resolve('up')), 'up');
  await assert.rejects(inTime(Promise.reject(new Error('away'))), { message: 'away' });
  assert.equal(timers(), before);
});
