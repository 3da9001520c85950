import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SecretStore } from '#src/features/secrets/secret-store.ts';
import { LIFE_MS, putSample, START_MS } from './sealed-sample.ts';

/** Asks whoever keeps the key, which is the last word of the command. */
export type AskRedis = (...command: string[]) => Promise<unknown>;

/** What Redis clears away by itself, however a secret was written. */
export function livesInRedis(engine: string, secrets: () => SecretStore, ask: AskRedis): void {
  const assertLives = async (key: string, lifeMs: number) => {
    const leftMs = Number(await ask('PTTL', key));
    assert.ok(leftMs > lifeMs - 60_000 && leftMs <= lifeMs, `${key}: ${leftMs} ms`);
  };

  test(`${engine}: content, copy, state and metadata each have their own time to live`, async () => {
    const { secret, metadata } = await putSample(secrets());
    await assertLives(`{${secret.id}}:state`, 2 * LIFE_MS);
    await assertLives(`{${secret.id}}:content`, LIFE_MS);
    await assertLives(`{${secret.id}}:sender`, 300_000);
    const copy = await secrets().senderCopy(secret.id, START_MS);
    assert.deepEqual(copy && Buffer.from(copy.sealed), secret.senderCopy?.sealed);
    await assertLives(`{${metadata.id}}:metadata`, 2 * LIFE_MS);
  });

  test(`${engine}: without a sender’s copy there is none`, async () => {
    const { secret } = await putSample(secrets(), { senderCopy: null });
    assert.equal(Number(await ask('EXISTS', `{${secret.id}}:sender`)), 0);
  });
}
