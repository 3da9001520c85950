import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeWatch } from '#src/compose/metrics.ts';
import { inTime } from '#src/features/health/readiness.ts';
import type { Store } from '#src/store/store.ts';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('what a probe was told in time leaves no clock running, whether it was an answer or an error', async () => {
  const before = timers();
  assert.equal(await inTime(Promise.resolve('up')), 'up');
  await assert.rejects(inTime(Promise.reject(new Error('away'))), { message: 'away' });
  assert.equal(timers(), before);
});

test('metrics are read also while the store says nothing of its mails, and tell that the process stops', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const [site, outbox] = [{ ping: async () => {} }, { totals: () => new Promise(() => {}) }];
  const silent = { engine: 'sqlite', secrets: {}, site, outbox };
  const options = { version: '1.2.3', isDraining: () => true, watchesProcess: false };
  const { metrics } = composeWatch(silent as unknown as Store, options);
  const text = metrics.read();
  t.mock.timers.tick(2_000);
  assert.match(await text, /^hushlink_outbox_waiting Nan$/m);
  assert.match(await text, /^hushlink_draining 1$/m);
});
