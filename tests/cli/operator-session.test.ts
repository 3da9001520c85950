import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temp.ts';
import { playInShell } from './play-in-shell.ts';

test('what operators type without a server beside it is answered as the transcript shows', async (t) => {
  const folder = temporaryFolder(t);
  const port = String(await freePort());
  writeFileSync(join(folder, 'passphrase'), 'of a backup');
  const { expected, found } = await playInShell('operator-session.txt', {
    ...{ folder, happen: assert.fail },
    env: { HUSHLINK_DATA: join(folder, 'data'), PORT: port, HOST: '127.0.0.1', XDG_CONFIG_HOME: '/dev/null' },
    names: { [folder]: '/srv', [`127.0.0.1:${port}`]: 'hush.example.org' },
  });
  const settled = found.replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY').replaceAll(/^[\w-]{8}(?=\tin force$|$)/gm, 'KEYID');
  assert.equal(settled, expected);
});
