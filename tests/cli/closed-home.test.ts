import assert from 'node:assert/strict';
import files from 'node:fs/promises';
import { test } from 'node:test';
import type { CliIo } from '#src/cli/io.ts';
import { type ClientOptions, readWishes } from '#src/cli/wishes.ts';
import { answerInstead } from '../support/system-calls.ts';
import { temporaryFolder } from '../support/temp.ts';

test('a home of somebody else, closed to us, is as good as none where a server is said and no profile', async (t) => {
  answerInstead(t, files, 'open', async (path: string) => {
    throw Object.assign(new Error(`EACCES: ${path}`), { code: 'EACCES' });
  });
  const server = 'https://secrets.example.com';
  const linked = new URL('https://link.example.com');
  const wish = async (options: ClientOptions, env: CliIo['env'] = {}, link?: URL) => {
    // Nobody runs tests under this number.
    const uid = env.HOME === undefined ? 3_999_999 : process.getuid?.();
    const said: string[] = [];
    const stderr = { write: (text: string) => said.push(text) };
    const wishes = await readWishes(options, link, { env: { HOME: '/', ...env }, uid, stderr } as unknown as CliIo);
    return { wishes, said: said.join('') };
  };
  const note = 'Going on without profiles: /.config/hushlink/config.yaml is closed to this user.\n';
  for (const { wishes, said } of [
    await wish({ server }),
    await wish({}, { HUSHLINK_SERVER: server }),
    await wish({}, {}, linked),
  ]) {
    assert.ok(wishes.ok);
    assert.deepEqual([wishes.value.chosen.profile, said], [undefined, note]);
  }
  // One's own, which a command run as root has closed, holds the lifetime and the account that one relies on.
  const HOME = temporaryFolder(t);
  const own = await wish({ server }, { HOME });
  assert.ok(!own.wishes.ok);
  assert.match(own.wishes.failure.message, /^Could not read .*config\.yaml \(EACCES\)\.$/);
  // Else a text would go to another server than that of the profile, and a profile that was asked for be passed over.
  for (const { wishes, said } of [
    await wish({}),
    await wish({ server, profile: 'work' }),
    await wish({ server }, { HUSHLINK_PROFILE: 'work' }),
  ]) {
    assert.ok(!wishes.ok);
    assert.deepEqual([wishes.failure.message, said], ['Could not read /.config/hushlink/config.yaml (EACCES).', '']);
  }
});
