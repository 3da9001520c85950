import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchColdPages } from '#src/store/sqlite/cold-pages.ts';

function stage() {
  const disk = { blocks: 1_000 };
  const areCold = watchColdPages(() => disk.blocks);
  /** Takes so many steps, of which each reads so many blocks, and says what the last was told. */
  const take = (steps: number, blocksEach: number) => {
    let last = false;
    for (let at = 0; at < steps; at += 1) {
      last = areCold();
      disk.blocks += blocksEach;
    }
    return last;
  };
  return { disk, take };
}

test('what was read before the first step does not count', () => {
  const { disk, take } = stage();
  disk.blocks += 1_000_000;
  assert.deepEqual([take(200, 0), take(200, 0)], [false, false]);
});

test('pages count as cold once every fourth step reads one from the disk', () => {
  const [seldom, often] = [stage(), stage()];
  seldom.take(200, 1.99);
  often.take(200, 2);
  assert.deepEqual([seldom.take(1, 0), often.take(1, 0)], [false, true]);
});

test('cold pages are looked for again and again, and forgotten as soon as none is read', () => {
  const { take } = stage();
  assert.equal(take(200, 8), false);
  assert.equal(take(200, 8), true);
  assert.equal(take(200, 0), true);
  assert.equal(take(200, 0), false);
});
