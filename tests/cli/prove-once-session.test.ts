import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../support/temp.ts';
import { type Claim, type Given, startKeeper } from './keeper.ts';
import { playInShell } from './play-in-shell.ts';

/** What happens at the server, as the transcript calls it: what a claimant is given. */
const happenings: Readonly<Record<string, (claim: Claim) => Given>> = {
  'it hands over once': ({ before }) => (before === 0 ? 'content' : 'gone'),
  'it hands over twice, at the same instant': ({ before }) => (before < 2 ? 'content' : 'gone'),
  'it hands over again to whoever comes later': ({ before }) => (before === 0 || before === 4 ? 'content' : 'gone'),
  'it loses every other secret': ({ secret, before }) => (before === 0 && secret % 2 === 0 ? 'content' : 'gone'),
  'it hands over something else': ({ before }) => (before === 0 ? 'other' : 'gone'),
  'it breaks off while it hands over, and then has nothing': ({ before }) => (before === 0 ? 'cut' : 'gone'),
  'it breaks off while it hands over, and gives the same again for the same token': ({ before, token, firstToken }) => {
    if (before === 0) return 'cut';
    return token !== undefined && token === firstToken ? 'content' : 'gone';
  },
  'it cannot now, and never can': () => 'unavailable',
  'it limits for a second, once': ({ secret, before }) => {
    if (before === 0) return 'content';
    return secret === 1 && before < 3 ? 'limited' : 'gone';
  },
  'it limits everybody for a second, once': ({ secret, before }) => {
    if (secret === 1) return 'limited';
    return before === 0 ? 'content' : 'gone';
  },
  'it limits always': ({ before }) => (before === 0 ? 'content' : 'limited'),
  'it limits for an hour': ({ before }) => (before === 0 ? 'content' : 'limited for an hour'),
  'it hands over twice, and limits for an hour then': ({ before }) => (before < 2 ? 'content' : 'limited for an hour'),
  'it speaks v1 alone': ({ before }) => (before === 0 ? 'content' : 'gone'),
  'it hands over twice, always': () => 'content',
};

test('whatever a server does with a secret is told as the transcript shows', async (t) => {
  const names: Record<string, string> = {};
  const { expected, found } = await playInShell('prove-once-session.txt', {
    ...{ folder: temporaryFolder(t), names, env: { XDG_CONFIG_HOME: '/dev/null' } },
    happen: async (what) => {
      const give = happenings[what];
      if (give === undefined) return;
      const { url } = await startKeeper(t, what === 'it speaks v1 alone' ? 'v1' : 'v2', give);
      for (const before of Object.keys(names)) delete names[before];
      names[new URL(url).host] = 'hush.example.org';
    },
  });
  assert.equal(withoutTimes(found), expected);
});

/** How long something took differs from run to run. */
function withoutTimes(printed: string): string {
  return printed
    .replaceAll(/\d+\.\d ms/g, 'N ms')
    .replaceAll(/"(min|median|max)":\d+(?:\.\d)?(?=[^{]*_(?:ms|rounds))/g, '"$1":N');
}
