import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newHead, toLine } from '#src/backup/codec.ts';
import { sealLines } from '#src/backup/container.ts';
import { restore } from '#src/backup/restore.ts';

const key = { kind: 'key', bytes: randomBytes(32) } as const;

async function* linesOf(format: string) {
  yield toLine({ ...newHead({ madeAtMs: 0, hasSecrets: false, release: '9.0.0' }), format });
  yield toLine({ records: 0 });
}

test('a backup of a newer format is refused unless only its minor number is newer', async () => {
  const store = { gate: { mark: async () => ({ kind: 'filling' }) } };
  for (const [format, kind] of [
    ['2.0', 'newer-format'],
    ['10.0', 'newer-format'],
    // Looked through, and only then refused by the store.
    ['1.7', 'closed'],
  ] as const) {
    const end = await restore({ store, key, read: () => sealLines(linesOf(format), key, randomBytes) } as never);
    assert.deepEqual(end, { ok: false, failure: { kind } });
  }
});
