import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { readSources } from '../architecture/source.ts';

const manual = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/operations.md'), 'utf8');

/** Lines that are written with their event as it stands there, `log.info('stopped')`. */
const PLAIN = /\blog\.(debug|info|warn|error|fatal)\([^'()]*'([^']+)'/g;
/** Work in the background reports what fails under its name. */
const OF_WORK = /createLedWork\(\{.*\bname: '([^']+)'/g;

const written = [
  // Has a writer of its own, `log.request`.
  { event: 'request', level: 'info' },
  ...readSources('src').flatMap(({ text }) => [
    ...Array.from(text.matchAll(PLAIN), ([, level = '', event = '']) => ({ event, level })),
    ...Array.from(text.matchAll(OF_WORK), ([, event = '']) => ({ event, level: 'error' })),
  ]),
];

test('the operations guide says of each line of the log what it means, and of none that is never written', () => {
  const [, table = ''] = /^\| `event` \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(manual) ?? [];
  const rows = table.split('\n').map((row) => row.split('|'));
  const said = rows.flatMap(([, events = '', levels = '']) =>
    Array.from(events.matchAll(/`([^`]+)`/g), ([, event = '']) => ({ event, levels: levels.trim().split(', ') })),
  );
  assert.deepEqual(said.map(({ event }) => event).sort(), [...new Set(written.map(({ event }) => event))].sort());
  for (const { event, level } of written) {
    const row = said.find((one) => one.event === event);
    assert.ok(row?.levels.includes(level), `${event} is written at ${level}`);
  }
});
