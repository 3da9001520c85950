import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOwnerCopies } from '#src/compose/owner-copies.ts';
import type { SecretId } from '#src/crypto/ids.ts';
import { createClock } from '../../support/clock.ts';

const MINUTE_MS = 60_000;

/** Copies that are all alike, and how often one was opened. */
function setUp() {
  const clock = createClock();
  const opened: string[] = [];
  const sealer = {
    seal: () => Buffer.from(''),
    open: (id: string) => {
      opened.push(id);
      return ['metadata', 'secret', 'share', 60, 3, 0, 0, 0, 'hush.example', null, []];
    },
  };
  const copies = createOwnerCopies({ sealer, now: clock.now });
  const open = (id: string) => copies.open(id as SecretId, new Uint8Array());
  const timesOf = (id: string) => opened.filter((one) => one === id).length;
  return { clock, open, timesOf };
}

test('a copy that is looked at again within five minutes is opened once', () => {
  const { clock, open, timesOf } = setUp();
  for (let looks = 0; looks < 4; looks += 1) {
    open('a');
    clock.advance(5 * MINUTE_MS);
  }
  assert.equal(timesOf('a'), 1);
});

test('a copy that nobody looks at for ten minutes is let go', () => {
  const { clock, open, timesOf } = setUp();
  open('a');
  for (let looks = 0; looks < 2; looks += 1) {
    clock.advance(5 * MINUTE_MS);
    open('b');
  }
  open('a');
  assert.deepEqual([timesOf('a'), timesOf('b')], [2, 1]);
});

test('of more than ten thousand copies those looked at last are remembered', () => {
  const { open, timesOf } = setUp();
  for (let at = 0; at <= 10_000; at += 1) open(`copy ${at}`);
  for (const at of [5001, 10_000, 0]) open(`copy ${at}`);
  assert.deepEqual(
    [0, 5001, 10_000].map((at) => timesOf(`copy ${at}`)),
    [2, 1, 1],
  );
});
