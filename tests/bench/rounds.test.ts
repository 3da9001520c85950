import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measured } from '../../bench/load/measured.ts';
import { runRounds } from '../../bench/rows/rounds.ts';
import type { Row, Shape, Subject } from '../../bench/rows/row.ts';

const warmUp: Shape = { connections: 16, durationMs: 1 };
const [single, many] = [
  { connections: 1, durationMs: 2, rounds: 1 },
  { connections: 16, durationMs: 3, rounds: 2 },
];

/** Two rows with a reference each, whose subjects write down when they are asked. */
function writtenDown() {
  const asked: string[] = [];
  const subject =
    (name: string): Subject =>
    async ({ connections, durationMs }) => {
      asked.push(`${name} ${connections}×${durationMs}`);
      return { perSecond: asked.length } as Measured;
    };
  const row = (name: string): Row => ({
    ...{ name, part: 'secrets', goal: null, subject: subject(name) },
    references: [{ name: 'beside', subject: subject(`beside ${name}`) }],
  });
  return { asked, rows: [row('a'), row('b')] };
}

test('a row alternates with its reference, and all rows take their turn before the next round', async () => {
  const { asked, rows } = writtenDown();
  await runRounds(rows, () => ({ shapes: [many], warmUp }));
  const turn = ['beside a 16×3', 'a 16×3', 'beside b 16×3', 'b 16×3'];
  assert.deepEqual(asked, ['beside a 16×1', 'a 16×1', 'beside b 16×1', 'b 16×1', ...turn, ...turn]);
});

test('each row is measured as often as planned for each number of connections, and what warms up does not count', async () => {
  const { rows } = writtenDown();
  const measurements = await runRounds(rows, () => ({ shapes: [single, many], warmUp }));
  assert.deepEqual(
    measurements.map(({ row, connections, rounds }) => [row.name, connections, rounds.length]),
    [
      ['a', 1, 1],
      ['a', 16, 2],
      ['b', 1, 1],
      ['b', 16, 2],
    ],
  );
  const [first] = measurements[0]?.rounds ?? [];
  assert.deepEqual([first?.references.get('beside')?.perSecond, first?.own.perSecond], [5, 6]);
});
