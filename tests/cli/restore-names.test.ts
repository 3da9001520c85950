import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownerTags } from '#src/compose/secrets.ts';
import { createKeyRing, type KeyRing } from '#src/crypto/key-ring.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { settleKeys } from '#src/features/keys/settling.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { sampleDomain } from '../store/domain-sample.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { runCli } from './run-cli.ts';

const [FIRST, SECOND] = [randomBytes(32), randomBytes(32)];
const ann = sampleCustomer({ custid: 'ann@example.org' as CustId });

const ringOf = (siteSecret: Buffer, ...previousSecrets: readonly Buffer[]) =>
  createKeyRing({ siteSecret, previousSecrets, randomBytes });

/** As a start on that store does, which begins a new one. */
async function started(store: Store, ring: KeyRing): Promise<KeyRing> {
  const settled = await settleKeys(store.keys, ring, Date.now());
  assert.ok(settled.ok);
  return settled.value;
}

/** The backup of a site with Ann and her domain, whose site secret was changed; and a machine with the new one alone. */
async function openMachine(t: Cleanup) {
  const folder = temporaryFolder(t);
  const at = async (name: string, work: (store: Store) => Promise<void>) => {
    mkdirSync(join(folder, name), { recursive: true });
    const path = join(folder, name, 'hushlink.db');
    const store = openSqliteStore({ path, policy: POLICY, now: () => Date.now(), onSweepError: () => {} });
    await work(store).finally(() => store.close());
  };
  const run = (name: string, secrets: Record<string, string>, ...args: readonly string[]) =>
    runCli([...args, '--key-file', join(folder, 'key'), '--json'], {
      env: { HUSHLINK_DATA: join(folder, name), ...secrets },
    });
  const now = { HUSHLINK_SITE_SECRET: SECOND.toString('base64') };
  writeFileSync(join(folder, 'key'), randomBytes(32).toString('base64'));
  await at('old', async (store) => {
    const ring = await started(store, ringOf(FIRST));
    await store.accounts.create(ann);
    await store.domains.add(sampleDomain({ ownerTag: ownerTags(ring)(ann) }), 1);
    await started(store, ringOf(SECOND, FIRST));
  });
  const file = join(folder, 'site.backup');
  assert.equal((await run('old', now, 'backup', '--to', file)).code, 0);
  return { folder, at, run, restore: (name: string) => run(name, now, 'restore', '--from', file) };
}

test('after a change of the site secret a backup comes back into a store that a server has begun, too, and its owners find what is theirs', async (t) => {
  const { at, restore } = await openMachine(t);
  await at('new', async (store) => void (await started(store, ringOf(SECOND))));
  const restored = await restore('new');
  assert.equal(restored.code, 0, restored.stdout);
  const { accounts, domains, restart_needed } = JSON.parse(restored.stdout);
  assert.deepEqual([accounts.added, domains.added, restart_needed], [1, 1, true]);
  await at('new', async (store) => {
    const tagOf = ownerTags(await started(store, ringOf(SECOND)));
    assert.equal((await store.domains.list(tagOf(ann))).length, 1);
  });
  const again = JSON.parse((await restore('new')).stdout);
  assert.deepEqual([again.accounts.kept, again.restart_needed], [1, undefined]);
});

test('a store that has begun under a later site secret and has accounts of its own keeps its names, and is told from a wrong secret', async (t) => {
  const { at, restore } = await openMachine(t);
  const bob = sampleCustomer({ custid: 'bob@example.org' as CustId });
  await at('new', async (store) => {
    await started(store, ringOf(SECOND));
    await store.accounts.create(bob);
  });
  const refused = await restore('new');
  const { code, message } = JSON.parse(refused.stdout).error;
  assert.deepEqual([refused.code, code], [7, 'refused']);
  assert.match(
    message,
    /later site secret than the backup, and has accounts already.*empty store.*Nothing was changed/,
  );
  await at('new', async (store) => assert.equal(await store.accounts.count(), 1));
});

test('a backup from before a change of the site secret comes back as its refusal says: with that secret among the previous ones', async (t) => {
  const { at, run, folder } = await openMachine(t);
  await at('site', async (store) => void (await started(store, ringOf(FIRST))));
  const [first, second] = [FIRST, SECOND].map((secret) => secret.toString('base64')) as [string, string];
  const file = join(folder, 'before.backup');
  assert.equal((await run('site', { HUSHLINK_SITE_SECRET: first }, 'backup', '--to', file)).code, 0);
  await at('site', async (store) => {
    await started(store, ringOf(SECOND, FIRST));
    await started(store, ringOf(SECOND));
  });
  const restore = (env: Record<string, string>) => run('site', env, 'restore', '--from', file);
  for (const secret of [first, second]) {
    const refused = await restore({ HUSHLINK_SITE_SECRET: secret });
    assert.equal(refused.code, 7);
    assert.match(JSON.parse(refused.stdout).error.message, /has changed it since, .*HUSHLINK_SITE_PREVIOUS_SECRETS\./);
  }
  const restored = await restore({ HUSHLINK_SITE_SECRET: second, HUSHLINK_SITE_PREVIOUS_SECRETS: first });
  assert.equal(restored.code, 0, restored.stdout);
});
