import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSeal } from '#src/crypto/seal.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { TransferRecord } from '#src/store/transfer.ts';
import { runCli } from '../cli/run-cli.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

const ROWS = 200_000;
const BATCH = 10_000;
/** What a small backup takes, and room for the memory that is not given back at once. */
const ROOM_KIB = 80 * 1024;

/** Says at the end of the process how much memory it had at most. */
const TELLING = `--import=data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>process.stderr.write('most '+process.resourceUsage().maxRSS+' KiB\\n'))",
)}`;

test('a backup of 200,000 accounts, and restoring it, takes hardly more memory than a small one', async (t) => {
  const [small, large] = [await siteOf(t, 100), await siteOf(t, ROWS)];
  for (const command of ['backup', 'restore'] as const) {
    const [little, much] = [await small.run(command), await large.run(command)];
    t.diagnostic(`${command}: ${little} KiB for 100 accounts, ${much} KiB for ${ROWS}`);
    assert.ok(much - little < ROOM_KIB, `${command}: ${much - little} KiB more`);
  }
  assert.ok(statSync(join(large.folder, 'a.backup')).size > 60_000_000);
});

async function siteOf(t: Cleanup, rows: number) {
  const folder = temporaryFolder(t);
  const siteSecret = randomBytes(32);
  const store = openSqliteStore({ path: join(folder, 'a.db'), policy: POLICY, now: () => 0, onSweepError: () => {} });
  await store.keys.replaceRecord(null, createSeal({ siteSecret, randomBytes }).siteKeyCheck);
  await store.gate.fill();
  for (let made = 0; made < rows; made += BATCH)
    await store.transfer.load(customers(made, Math.min(BATCH, rows)), { how: 'copy' }, 0);
  await store.gate.open();
  await store.close();
  writeFileSync(join(folder, 'key'), randomBytes(32));
  const shared = { HUSHLINK_DATA: folder, HUSHLINK_SITE_SECRET: siteSecret.toString('base64'), NODE_OPTIONS: TELLING };
  const ways = {
    backup: { args: ['backup', '--to', 'a.backup'], store: 'sqlite:a.db' },
    restore: { args: ['restore', '--from', 'a.backup'], store: 'sqlite:b.db' },
  };
  return {
    folder,
    run: async (command: keyof typeof ways) => {
      const { args, store: address } = ways[command];
      const env = { ...shared, HUSHLINK_STORE: address };
      const end = await runCli([...args, '--key-file', 'key'], { cwd: folder, env });
      assert.equal(end.code, 0, end.stderr);
      return Number(/most (\d+) KiB/.exec(end.stderr)?.[1]);
    },
  };
}

function customers(first: number, count: number): TransferRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: 'customer',
    customer: sampleCustomer({ custid: `c${first + at}@example.org` as CustId }),
  }));
}
