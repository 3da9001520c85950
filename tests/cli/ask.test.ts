import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { CliIo } from '#src/cli/io.ts';
import { askLine } from '#src/cli/terminal/ask.ts';

test('a terminal that is gone before an answer gives none, and keeps nobody waiting', async () => {
  const signals = Object.assign(new EventEmitter(), { raise: () => {} });
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  const answer = askLine('Sure? [y/N] ', { stdin, stderr, signals } as unknown as CliIo);
  const gone = new Promise((resolve) => stdin.once('close', () => setImmediate(resolve, 'still asked')));
  stdin.end();
  assert.equal(await Promise.race([answer, gone]), undefined);
});
