import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHRIMP_CHECK_INTERVAL_MS } from '#src/islands/client/shrimp-check.ts';
import { setUp } from './client-stage.ts';
import { json } from './samples.ts';

test('the token is checked every 60000 ms by its header, and the answer brings the next one [CSRF-04 API-03]', async () => {
  const { check, intervals, sent, shrimp } = setUp(json({ isValid: true, shrimp: 'second' }));
  check.start();
  assert.deepEqual(
    intervals.map(({ intervalMs }) => intervalMs),
    [60_000],
  );
  assert.equal(SHRIMP_CHECK_INTERVAL_MS, 60_000);
  await check.check();
  assert.deepEqual([sent[0]?.method, sent[0]?.url], ['POST', '/api/v2/validate-shrimp']);
  assert.equal(sent[0]?.headers.get('o-shrimp'), 'first');
  assert.equal(shrimp.token.value, 'second');
});

test('each tick of the interval is one check', () => {
  const { check, intervals, sent } = setUp(json({ isValid: true }), json({ isValid: true }));
  check.start();
  intervals[0]?.run();
  intervals[0]?.run();
  assert.equal(sent.length, 2);
});

test('the page checks its token when it is seen again, not only on the minute', () => {
  const { check, sights, sent } = setUp(json({ isValid: true }));
  check.start();
  sights[0]?.();
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['/api/v2/validate-shrimp'],
  );
});

test('a failed check marks the token invalid, and a good one valid again [CSRF-05]', async () => {
  const answers = [json({ isValid: false, shrimp: 'b' }), json({ isValid: true }), new Error('offline'), json({}, 500)];
  const { check, shrimp } = setUp(...answers);
  const seen: boolean[] = [];
  for (const _ of answers) {
    await check.check();
    seen.push(shrimp.isValid.value);
  }
  assert.deepEqual(seen, [false, true, false, false]);
});
