import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createPassphraseStretcher } from '#src/crypto/passphrase.ts';
import { createPasswordHasher } from '#src/crypto/password.ts';
import { createQueue, type Queue } from '#src/crypto/queue.ts';

const LIGHT = { memoryKib: 64, passes: 1, parallelism: 1 };
const hasherOf = (changes: { parameters?: typeof LIGHT; queue?: Queue } = {}) =>
  createPasswordHasher({
    queue: createQueue({ concurrent: 1, waiting: 16 }),
    parameters: LIGHT,
    randomBytes,
    ...changes,
  });

async function hashOf(password: string, hasher = hasherOf()): Promise<string> {
  const hashed = await hasher.hash(password);
  assert.ok(hashed.ok);
  return hashed.value;
}

test('a password is kept in the usual text form, under a salt of its own', async () => {
  const [first, second] = [await hashOf('correct horse'), await hashOf('correct horse')];
  assert.match(first, /^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(first, second);
  assert.doesNotMatch(first, /horse/);
});

test('the right password opens, in either spelling; any other does not', async () => {
  const hasher = hasherOf();
  const hash = await hashOf('cafe\u0301 au lait', hasher);
  assert.deepEqual(await hasher.verify('caf\u00e9 au lait', hash), { ok: true, value: true });
  for (const wrong of ['cafe au lait', 'Caf\u00e9 au lait', ' caf\u00e9 au lait', '']) {
    assert.deepEqual(await hasher.verify(wrong, hash), { ok: true, value: false }, wrong);
  }
});

test('the hash of the reference implementation is understood', async () => {
  // The text form as the reference implementation prints it, its bytes made by node:crypto itself.
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.from('somesaltsomesalt');
  const parameters = { message: 'password', nonce, memory: 256, passes: 2, parallelism: 1, tagLength: 32 };
  const output = argon2Sync('argon2id', parameters).toString('base64').replace('=', '');
  const kept = `$argon2id$v=19$m=256,t=2,p=1$${nonce.toString('base64').replace('==', '')}$${output}`;
  assert.deepEqual(await hasherOf().verify('password', kept), { ok: true, value: true });
  assert.deepEqual(await hasherOf().verify('passwore', kept), { ok: true, value: false });
});

test('without an account the same work is done, through the same queue, and the answer is no', async () => {
  const runs: number[] = [];
  const counting: Queue = async (job) => ({ ok: true, value: await job().finally(() => runs.push(1)) });
  const hasher = hasherOf({ queue: counting });
  assert.deepEqual(await hasher.verify('anything', null), { ok: true, value: false });
  assert.equal(runs.length, 1);
});

test('a hash under other parameters is still right, and is to be made anew', async () => {
  const old = await hashOf('correct horse');
  const harder = hasherOf({ parameters: { memoryKib: 128, passes: 2, parallelism: 1 } });
  assert.deepEqual(await harder.verify('correct horse', old), { ok: true, value: true });
  assert.equal(harder.needsRehash(old), true);
  assert.equal(harder.needsRehash(await hashOf('correct horse', harder)), false);
});

test('what is not a hash of ours is an error, not a no', async () => {
  await assert.rejects(hasherOf().verify('x', 'plain text'), /cannot be read/);
});

test('passphrases and passwords share one queue: together they never run more than it allows', async () => {
  let [running, most] = [0, 0];
  const inner = createQueue({ concurrent: 2, waiting: 4 });
  const watched: Queue = (job) =>
    inner(async () => {
      running += 1;
      most = Math.max(most, running);
      return job().finally(() => {
        running -= 1;
      });
    });
  const hasher = hasherOf({ queue: watched });
  const stretcher = createPassphraseStretcher({ queue: watched, versions: { 1: LIGHT } });
  const salt = Buffer.alloc(32, 7);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? hasher.hash('guess') : stretcher.stretch('guess', salt, 1))),
  );
  assert.equal(most, 2);
  assert.equal(outcomes.filter(({ ok }) => ok).length, 6);
  for (const outcome of outcomes) if (!outcome.ok) assert.deepEqual(outcome.failure, { kind: 'busy' });
});
