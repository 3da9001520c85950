import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import { readBounded, readTextBounded } from '#src/cli/system/read-bounded.ts';
import { temporaryFolder } from '../support/temp.ts';

const folder = temporaryFolder({ after });

test('what has just as many bytes as may be is read whole, and one more is never cut off', async () => {
  const path = join(folder, 'text');
  const ofFile = (text: string) => {
    writeFileSync(path, text);
    return readTextBounded(path, 4, new PassThrough());
  };
  assert.deepEqual([await ofFile('abc\n'), await ofFile('abcd'), await ofFile('abcde')], ['abc', 'abcd', undefined]);
  const ofPipe = async (...parts: readonly string[]) => (await readBounded(PassThrough.from(parts), 4))?.toString();
  assert.deepEqual([await ofPipe('ab', 'cd'), await ofPipe('ab', 'cde')], ['abcd', undefined]);
});
