import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSchedule, type Schedule } from '../../bench/load/schedule.ts';

function started() {
  const clock = { ms: 1000 };
  const schedule = createSchedule({ perSecond: 100, durationMs: 50, now: () => clock.ms });
  return { clock, schedule };
}

function given(schedule: Schedule): number[] {
  const all: number[] = [];
  for (let dueMs = schedule.next(); dueMs !== null; dueMs = schedule.next()) all.push(dueMs);
  return all;
}

test('nothing is given before it is due', () => {
  const { clock, schedule } = started();
  assert.deepEqual(given(schedule), [1000]);
  clock.ms = 1009.9;
  assert.deepEqual(given(schedule), []);
  clock.ms = 1010;
  assert.deepEqual(given(schedule), [1010]);
});

test('what nobody could start in time stays due at its own instant', () => {
  const { clock, schedule } = started();
  clock.ms = 9000;
  assert.deepEqual(given(schedule), [1000, 1010, 1020, 1030, 1040]);
});

test('it is over when as many were given as belong into the time', () => {
  const { clock, schedule } = started();
  clock.ms = 1030;
  given(schedule);
  assert.equal(schedule.isOver(), false);
  clock.ms = 1040;
  given(schedule);
  assert.equal(schedule.isOver(), true);
});
