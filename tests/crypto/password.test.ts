import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createPassphraseStretcher } from '#src/crypto/passphrase.ts';
import { createPasswordHasher, LONGEST_PASSWORD } from '#src/crypto/password.ts';
import { createQueue, type Queue } from '#src/crypto/queue.ts';
import { countConstantTime } from '../support/constant-time.ts';

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
  assert.ok(!first.includes('correct horse'));
});

test('the right password opens, in either spelling; any other does not', async () => {
  const hasher = hasherOf();
  const hash = await hashOf('cafe\u0301 au lait', hasher);
  assert.deepEqual(await hasher.verify('caf\u00e9 au lait', hash), { ok: true, value: true });
  for (const wrong of ['cafe au lait', 'Caf\u00e9 au lait', ' caf\u00e9 au lait', '']) {
    assert.deepEqual(await hasher.verify(wrong, hash), { ok: true, value: false }, wrong);
  }
});

test('a password is compared in constant time, also where there is no account', async (t) => {
  const hasher = hasherOf();
  const hash = await hashOf('right', hasher);
  const compared = countConstantTime(t);
  await hasher.verify('right', hash);
  await hasher.verify('wrong', hash);
  await hasher.verify('right', null);
  assert.equal(compared(), 3);
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

test('without an account no password is right, not even one that fits what stands in for its hash', async () => {
  const salt = Buffer.alloc(16, 9);
  const stretcher = createPassphraseStretcher({
    queue: createQueue({ concurrent: 1, waiting: 1 }),
    versions: { 1: LIGHT },
  });
  const stretched = await stretcher.stretch('fits by chance', salt, 1);
  assert.ok(stretched.ok);
  const drawn = (size: number) => (size === 16 ? salt : stretched.value);
  const queue = createQueue({ concurrent: 1, waiting: 1 });
  const hasher = createPasswordHasher({ queue, parameters: LIGHT, randomBytes: drawn });
  assert.deepEqual(await hasher.verify('fits by chance', null), { ok: true, value: false });
});

test('the longest password is right, and one that only begins like it is not', async () => {
  const longest = 'x'.repeat(LONGEST_PASSWORD);
  const hash = await hashOf(longest);
  assert.deepEqual(await hasherOf().verify(longest, hash), { ok: true, value: true });
  assert.deepEqual(await hasherOf().verify(`${longest}x`, hash), { ok: true, value: false });
});

test('no more of a password is brought into normal form than the longest has', async (t) => {
  const lengths: number[] = [];
  const { normalize } = String.prototype;
  t.mock.method(String.prototype, 'normalize', function (this: string, form?: string) {
    lengths.push(this.length);
    return normalize.call(this, form);
  });
  await hasherOf().verify('\u0301'.repeat(100_000), null);
  assert.deepEqual(lengths, [LONGEST_PASSWORD]);
});

test('a hash is to be made anew when any one of its parameters is not the one in force', async () => {
  const parameters = { memoryKib: 128, passes: 2, parallelism: 2 };
  const old = await hashOf('correct horse', hasherOf({ parameters }));
  assert.equal(hasherOf({ parameters }).needsRehash(old), false);
  for (const change of [{ memoryKib: 64 }, { passes: 1 }, { parallelism: 1 }]) {
    assert.equal(hasherOf({ parameters: { ...parameters, ...change } }).needsRehash(old), true, JSON.stringify(change));
  }
});

test('parameters of several digits are read', () => {
  const [salt, output] = ['A'.repeat(22), 'A'.repeat(43)];
  const parameters = { memoryKib: 1_048_576, passes: 12, parallelism: 16 };
  const kept = `$argon2id$v=19$m=1048576,t=12,p=16$${salt}$${output}`;
  assert.equal(hasherOf({ parameters }).needsRehash(kept), false);
});

test('a hash under other parameters is still right, and is to be made anew', async () => {
  const old = await hashOf('correct horse');
  const harder = hasherOf({ parameters: { memoryKib: 128, passes: 2, parallelism: 1 } });
  assert.deepEqual(await harder.verify('correct horse', old), { ok: true, value: true });
  assert.equal(harder.needsRehash(old), true);
  assert.equal(harder.needsRehash(await hashOf('correct horse', harder)), false);
});

test('who asks for much waits behind others, and gives up places in a full room for them', async () => {
  let asker = 'flood';
  const queue = createQueue({ concurrent: 1, waiting: 4 }, () => asker);
  const order: string[] = [];
  const { promise: open, resolve: start } = Promise.withResolvers<void>();
  const ask = (whose: string, name: string) => {
    asker = whose;
    return queue(async () => {
      order.push(name);
      await open;
    });
  };
  const flood = [0, 1, 2, 3, 4, 5].map((at) => ask('flood', `flood ${at}`));
  const others = ['a', 'b', 'c'].map((name) => ask(name, name));
  const more = ask('flood', 'flood 6');
  start();
  const served = async (asked: typeof flood) => (await Promise.all(asked)).map(({ ok }) => ok);
  assert.deepEqual(await served(flood), [true, true, false, false, false, false]);
  assert.deepEqual(await served([...others, more]), [true, true, true, false]);
  assert.deepEqual(order, ['flood 0', 'flood 1', 'a', 'b', 'c']);
});

test('whoever has waited with several has one turn, then the next asker', async () => {
  let asker = '';
  const queue = createQueue({ concurrent: 1, waiting: 9 }, () => asker);
  const order: string[] = [];
  const asked = ['first', 'a1', 'a2', 'a3', 'b1', 'b2'].map((name) => {
    asker = name.charAt(0);
    return queue(async () => void order.push(name));
  });
  await Promise.all(asked);
  assert.deepEqual(order, ['first', 'a1', 'b1', 'a2', 'b2', 'a3']);
});

test('what is not a hash of ours is an error, not a no', async () => {
  const hash = await hashOf('x');
  for (const foreign of ['plain text', '', ` ${hash}`, `${hash} `, `${hash}A`, hash.replace('argon2id', 'argon2i')]) {
    await assert.rejects(hasherOf().verify('x', foreign), /cannot be read/, foreign);
  }
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
