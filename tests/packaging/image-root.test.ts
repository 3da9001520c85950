import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runChild } from '../support/children.ts';
import { temporaryFolder } from '../support/temp.ts';

const script = resolve(import.meta.dirname, '../../src/build/image-root.sh');

test('an image of which a library is in no package is not laid out: nobody could say what it is', async (t) => {
  const folder = temporaryFolder(t);
  const [from, programs, library] = [join(folder, 'from'), join(folder, 'programs'), join(folder, 'strange.so.1')];
  for (const made of [from, programs]) mkdirSync(made);
  for (const file of ['hushlink', 'LICENSE']) writeFileSync(join(from, file), file);
  writeFileSync(library, 'of nobody');
  const stands = (name: string, text: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  stands('ldd', `echo '${library} (0x0)'`);
  stands('dpkg-query', '[ "$1" != --search ] && echo "Package: $2"');
  const root = join(folder, 'root');
  const { code, stderr } = await runChild('sh', [script, from, root], {
    env: { PATH: `${programs}:${process.env.PATH}`, SOURCE_DATE_EPOCH: '1' },
  });
  assert.deepEqual([code, stderr], [1, `no package has ${library}\n`]);
  assert.equal(existsSync(join(root, 'var')), false);
});
