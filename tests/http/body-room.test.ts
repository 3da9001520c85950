import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBodyRules, FREE_BYTES } from '#src/http/body-room.ts';

const ALL = FREE_BYTES + 100;

test('a body that lets go of its room twice leaves what another has taken since', () => {
  const { room } = createBodyRules(ALL, 100);
  const [first, second, third] = [room.hold(), room.hold(), room.hold()];
  assert.deepEqual([first.widenTo(ALL), second.widenTo(ALL)], [true, false]);
  first.letGo();
  first.letGo();
  assert.deepEqual([second.widenTo(ALL), third.widenTo(ALL)], [true, false]);
});

test('a body that finds no room keeps what it has', () => {
  const { room } = createBodyRules(ALL, 100);
  const [first, second] = [room.hold(), room.hold()];
  assert.deepEqual([first.widenTo(ALL - 1), first.widenTo(ALL + 1)], [true, false]);
  assert.deepEqual([second.widenTo(FREE_BYTES + 2), second.widenTo(FREE_BYTES + 1)], [false, true]);
});
