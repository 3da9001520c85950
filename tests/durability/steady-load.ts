import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Client, contentOf, jsonOf, keysOf } from './client.ts';
import type { Ledger } from './load.ts';

const LANES = 8;
const PAUSE_MS = 5;

/** Creates and reveals over many connections until it is told to stop; asks again where nothing was changed. */
export function startLoad(clients: readonly Client[], ledger: Ledger) {
  let isStopped = false;
  let refusals = 0;
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const client = clients[lane % clients.length]!;
    while (!isStopped) {
      const isDone = await (lane % 2 === 0 ? createOne(client, ledger) : revealOne(client, ledger));
      if (!isDone) refusals += 1;
      await pause(PAUSE_MS);
    }
  });
  return {
    /** Answers that said 'not now'. */
    refusals: () => refusals,
    stop: async () => {
      isStopped = true;
      await Promise.all(lanes);
    },
  };
}

async function createOne(client: Client, { kept }: Ledger): Promise<boolean> {
  const content = randomBytes(300).toString('base64');
  const answer = await client.post('/secret/conceal', { kind: 'share', secret: content });
  if (answer.status === 503) return false;
  assert.equal(answer.status, 200, String(answer.body));
  kept.set(keysOf(answer).secretKey, content);
  return true;
}

async function revealOne(client: Client, { kept, uncertain, delivered }: Ledger): Promise<boolean> {
  const [secretKey, content] = kept.entries().next().value ?? [];
  if (secretKey === undefined || content === undefined) return true;
  kept.delete(secretKey);
  const answer = await client.reveal(secretKey);
  if (answer.status === 503) {
    (isUnchanged(answer) ? kept : uncertain).set(secretKey, content);
    return false;
  }
  assert.equal(answer.status, 200, `an answered secret is lost: ${answer.status} ${answer.body}`);
  assert.equal(contentOf(answer), content);
  delivered.set(secretKey, content);
  return true;
}

function isUnchanged(answer: Answer): boolean {
  assert.ok(Number(answer.headers['retry-after']) > 0, 'a refusal says when to ask again');
  return jsonOf(answer).error_type === 'StoreUnavailable';
}
