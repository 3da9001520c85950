import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPassphraseStretcher, KDF_CURRENT, KDF_VERSIONS } from '#src/crypto/passphrase.ts';
import { createQueue } from '#src/crypto/queue.ts';

const light = { 1: { memoryKib: 64, passes: 1, parallelism: 1 } };
const salt = Buffer.alloc(32, 7);

test('composed and decomposed spellings of a passphrase are the same passphrase', async () => {
  const { stretch } = createPassphraseStretcher({ queue: createQueue({ concurrent: 1, waiting: 4 }), versions: light });
  const [composed, decomposed, other] = await Promise.all(
    ['caf\u00e9', 'cafe\u0301', 'cafe'].map((passphrase) => stretch(passphrase, salt, 1)),
  );
  assert.deepEqual(composed, decomposed);
  assert.notDeepEqual(composed, other);
});

test('beyond the places to work and to wait, stretching is refused at once instead of queued', async () => {
  const { stretch } = createPassphraseStretcher({
    queue: createQueue({ concurrent: 2, waiting: 16 }),
    versions: light,
  });
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => stretch('guess', salt, 1)));
  assert.equal(outcomes.filter(({ ok }) => ok).length, 18);
  const again = await stretch('guess', salt, 1);
  assert.equal(again.ok, true, 'places are given back');
});

test('new rows are made with parameters of RFC 9106 or harder', () => {
  const current = KDF_VERSIONS[KDF_CURRENT]!;
  assert.ok(current.memoryKib >= 65_536 && current.passes >= 3 && current.parallelism >= 1);
});

test('a version that is not known is an error, not a weaker guess', async () => {
  const { stretch } = createPassphraseStretcher({ queue: createQueue({ concurrent: 1, waiting: 1 }) });
  await assert.rejects(stretch('guess', salt, 99), /unknown kdf version 99/);
});
