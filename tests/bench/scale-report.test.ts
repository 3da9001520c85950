import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeScale, type Scaled } from '../../bench/scale/report.ts';

const scaledTo = (name: string, live: number): Scaled => {
  const site = { live, resident: { ownBytes: 2e8, fileBytes: 6e7 }, store: null };
  return { name, measurements: [], few: site, many: site };
};
const names = ['SQLite FULL', 'Redis'];

test('an engine that is measured alone leaves the part of the other as it was', () => {
  const both = describeScale(names, [scaledTo('SQLite FULL', 111), scaledTo('Redis', 222)], '');
  const again = describeScale(names, [scaledTo('SQLite FULL', 333)], both);
  assert.equal(again, both.replaceAll('| 111 |', '| 333 |'));
  assert.match(
    again,
    /^# With many secrets\n[\s\S]*\n## SQLite FULL\n[\s\S]*\| 333 \|[\s\S]*\n## Redis\n[\s\S]*\| 222 \|/,
  );
});
