import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../support/temp.ts';
import { playInShell } from './play-in-shell.ts';

test('a profile that cannot be meant is refused with its line, and a token is asked for in time, as the transcript shows', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'config/hushlink'), { recursive: true, mode: 0o700 });
  const happen = (what: string) => {
    const text = /^the file holds: (.*)$/.exec(what)?.[1] ?? assert.fail(what);
    writeFileSync(join(folder, 'config/hushlink/config.yaml'), `# who we are\n${text}\n`, { mode: 0o600 });
  };
  const { expected, found } = await playInShell('profile-session.txt', {
    ...{ folder, happen, env: { XDG_CONFIG_HOME: join(folder, 'config') } },
    names: { [folder]: '/srv' },
  });
  assert.equal(found, expected);
  const printed = found.replaceAll(/^[$#] .*$/gm, '');
  assert.doesNotMatch(printed, /hunter2/);
});
