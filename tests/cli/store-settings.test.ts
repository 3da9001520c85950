import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { STORE_TEXTS } from '#src/cli/store/texts.ts';

test('what servers are to be started with is a word of a shell, whatever is in the name of a folder', () => {
  const [store, kept] = ["sqlite:/srv/Ann's data/new.db", '/srv/our data/site-secret'];
  const said = [STORE_TEXTS.startServersWith(store), STORE_TEXTS.giveSecret(kept, `${kept}.previous`)].join(' ');
  const settings = [...said.matchAll(/HUSHLINK_\w+=(?:'(?:[^']|'\\'')*'|\S)+/g)].map(([setting]) =>
    setting.replace(/:$/, ''),
  );
  const { stdout } = spawnSync('/bin/sh', ['-c', `printf '%s\\n' ${settings.join(' ')}`], { encoding: 'utf8' });
  assert.deepEqual(stdout.trim().split('\n'), [
    `HUSHLINK_STORE=${store}`,
    `HUSHLINK_SITE_SECRET_FILE=${kept}`,
    `HUSHLINK_SITE_PREVIOUS_SECRETS_FILE=${kept}.previous`,
  ]);
  assert.match(STORE_TEXTS.startServersWith('redis+sentinel://a,b:26379/m'), /=redis\+sentinel:\/\/a,b:26379\/m now/);
});
