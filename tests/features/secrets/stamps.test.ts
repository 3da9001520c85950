import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStamps } from '#src/features/secrets/stamps.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const english = createStamps('en');

test('how long ago something was is said in seconds, minutes, hours or days, never in more than has passed [LIM-04]', () => {
  const ages = [
    [0, 'now'],
    [0.9, 'now'],
    [1, '1 second ago'],
    [MINUTE - 1, '59 seconds ago'],
    [MINUTE, '1 minute ago'],
    [2 * MINUTE - 1, '1 minute ago'],
    [HOUR - 1, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY - 1, '23 hours ago'],
    [DAY, '1 day ago'],
    [400 * DAY, '400 days ago'],
  ] as const;
  for (const [seconds, words] of ages) assert.equal(english.ago(seconds), words);
});

test('a duration is said in the largest of these units that fits, rounded [LIM-04]', () => {
  const durations = [
    [0, '0 seconds'],
    [45, '45 seconds'],
    [MINUTE, '1 minute'],
    [12 * MINUTE + 20, '12 minutes'],
    [HOUR / 2, '30 minutes'],
    [HOUR - 31, '59 minutes'],
    // What was shared for an hour a moment ago.
    [HOUR - 1, '1 hour'],
    [3 * HOUR, '3 hours'],
    [DAY - 1, '1 day'],
    [DAY + 1, '1 day'],
    [7 * DAY - 1, '7 days'],
    [7 * DAY, '7 days'],
    [365 * DAY, '365 days'],
  ] as const;
  for (const [seconds, words] of durations) assert.equal(english.duration(seconds), words);
});

test('both are said in the language that is asked for', () => {
  const german = createStamps('de');
  assert.deepEqual([german.ago(2 * HOUR), german.duration(2 * DAY)], ['vor 2 Stunden', '2 Tage']);
});
