import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { prove } from '#src/cli/prove-once/proof.ts';
import { PROVED_APIS } from '#src/cli/prove-once/proved-api.ts';
import { verdictOf } from '#src/cli/prove-once/round.ts';
import type { Heard, Site } from '#src/cli/prove-once/site.ts';
import { someKey } from './odd-server.ts';

const gone: Heard = { status: 404, headers: {}, body: '', isWhole: true, error: null };
const shared: Heard = { ...gone, status: 200, body: JSON.stringify({ record: { secret: { key: someKey } } }) };

/** What a round is called in which everybody is told that it is gone, after so long. */
async function verdictAfter(roundMs: number): Promise<string> {
  let nowMs = 0;
  const release = async () => {
    nowMs = roundMs;
    return gone;
  };
  const site: Site = {
    ...{ server: new URL('http://localhost'), timeoutMs: 1000, close: () => {} },
    warm: async () => [],
    knock: async () => gone,
    ask: async ({ path }) => (path.endsWith('/conceal') ? shared : gone),
    hold: async () => ({ release }),
  };
  const plan = { rounds: 1, readers: 2, hasPassphrase: false, hasTokens: false };
  const patience = { totalMs: 1000, wait: async () => {}, nowMs: () => nowMs };
  const said = { onRound: () => {}, onLimit: () => {} };
  const { rounds } = await prove(plan, {
    ...{ api: PROVED_APIS.v2, sites: [site], sharingHeaders: {}, patience, randomBytes, ...said },
  });
  return verdictOf(rounds[0]!);
}

test('a secret that nobody has is lost, unless its age may have taken it', async () => {
  assert.equal(await verdictAfter(59_999), 'lost');
  assert.equal(await verdictAfter(60_000), 'unsettled');
});
