import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PATH } from '#src/config/load.ts';
import { configSchema, isKeyPath, type KeyPath } from '#src/config/schema.ts';
import { durationToSeconds, sizeToBytes } from '#src/config/units.ts';
import { readYamlLayer } from '#src/config/yaml-layer.ts';
import { defaultText } from './load-sample.ts';

const lines = defaultText.split('\n');

/** Each key of the default file: what the comment above it says, and what stands behind its value. */
const keys = readYamlLayer(defaultText, DEFAULT_PATH).entries.flatMap(({ path, value, source }) => {
  if (!isKeyPath(path) || source.kind !== 'file' || source.line === null) return [];
  const above = lines.slice(0, source.line - 1);
  const comment = above.slice(above.findLastIndex((line) => !/^ *#/.test(line)) + 1);
  return [{ path, value, comment: comment.map((line) => line.replace(/^ *# ?/, '')).join(' ') }];
});

const takes = (path: KeyPath, value: unknown) => configSchema.shape[path].safeParse(value).success;

const number = '(\\d+) ?((?:second|minute|hour|day)s?|[smhd]\\b|[KM]iB)?';
const range = new RegExp(`(?<![\\w.])${number} to ${number}`);

/** Of '60 seconds to 365 days', '0 to 10m', '16KiB to 64MiB', '1 to 100'. */
function rangeIn(comment: string): readonly [number, number] | null {
  const [, least, leastUnit, most, mostUnit = ''] = range.exec(comment) ?? [];
  if (least === undefined || most === undefined) return null;
  return [inUnit(least, leastUnit ?? mostUnit), inUnit(most, mostUnit)];
}

function inUnit(digits: string, unit: string): number {
  return Number(unit.endsWith('iB') ? sizeToBytes(digits + unit) : durationToSeconds(digits + unit.slice(0, 1)));
}

test('a key takes what the default file says that it takes at least and at most, and nothing beyond', () => {
  const ranges = keys.flatMap(({ path, value, comment }) => {
    const said = rangeIn(comment);
    // Of a list the range is that of each entry.
    const wrap = (one: number) => (Array.isArray(value) ? [one] : one);
    return said === null
      ? []
      : [{ path, said, taken: [said[0] - 1, ...said, said[1] + 1].map((one) => takes(path, wrap(one))) }];
  });
  assert.ok(ranges.length > 35);
  for (const { path, said, taken } of ranges) assert.deepEqual(taken, [false, true, true, false], `${path} ${said}`);
});

test('a key takes as many characters as the default file says, and no more', () => {
  const texts = keys.flatMap(({ path, comment }) => {
    const [, most] = /at most (\d+) characters/.exec(comment) ?? [];
    return most === undefined ? [] : [{ path, most: Number(most) }];
  });
  assert.ok(texts.length > 2);
  for (const { path, most } of texts) {
    assert.deepEqual(
      [most, most + 1].map((length) => takes(path, 'x'.repeat(length))),
      [true, false],
      path,
    );
  }
});

test('the words behind a number of seconds in the default file say the same', () => {
  const said = Array.from(defaultText.matchAll(/ (\d+) # (\d+) ([smhd])\w*$/gm));
  assert.ok(said.length > 20);
  for (const [line, seconds, count, unit] of said)
    assert.equal(durationToSeconds(`${count}${unit}`), Number(seconds), line);
});
