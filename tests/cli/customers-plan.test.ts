import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { samplePayer, sampleSnapshot } from '../store/billing-sample.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { runCli } from './run-cli.ts';

const session = join(import.meta.dirname, 'transcripts/customers-plan-session.txt');
const CUSTOMER = sampleCustomer({ custid: 'ann@example.org' as CustId, createdAtMs: Date.UTC(2030, 0, 15) });

/** A site with plans, its one customer, and the environment of its operator. */
async function openSite(t: Cleanup) {
  const folder = temporaryFolder(t);
  const path = join(folder, 'hushlink.db');
  const store = openSqliteStore({ path, policy: POLICY, now: () => 0, onSweepError: () => {} });
  t.after(() => store.close());
  await store.accounts.create(CUSTOMER);
  return { store, env: { HUSHLINK_DATA: folder, HUSHLINK_PLANS_ENABLED: 'true' } };
}

async function pay({ billing }: Store, untilMs: number): Promise<void> {
  const payer = samplePayer();
  await billing.link(CUSTOMER, payer);
  const look = await billing.beginLook(CUSTOMER);
  await billing.keep(CUSTOMER, look ?? 0, {
    seen: sampleSnapshot(payer),
    paid: { planid: 'identity', untilMs },
    nextLookAtMs: untilMs,
  });
}

/** Does what the lines between the commands tell of. */
async function happen(what: string, { store, env }: Awaited<ReturnType<typeof openSite>>): Promise<void> {
  if (what === '# identity is paid for until 2130-01-31') return pay(store, Date.UTC(2130, 0, 31));
  if (what === '# identity was paid for until 2020-01-31') return pay(store, Date.UTC(2020, 0, 31));
  assert.equal(what, '# plans are switched off');
  env.HUSHLINK_PLANS_ENABLED = 'false';
}

test('the operator gives a plan and sees what is paid for, as the transcript shows', async (t) => {
  const site = await openSite(t);
  const lines: string[] = [];
  for (const block of readFileSync(session, 'utf8').split(/^(?=[$#] )/m)) {
    const [first = ''] = block.split('\n');
    if (first.startsWith('# ')) {
      await happen(first, site);
      lines.push(`${first}\n`);
      continue;
    }
    const end = await runCli(first.replace('$ hushlink ', '').split(' '), { env: site.env });
    lines.push(`${first}\n${end.stdout}${end.stderr}[${end.code}]\n`);
  }
  assert.equal(lines.join(''), readFileSync(session, 'utf8'));
  const { paid } = (await site.store.accounts.find(CUSTOMER.custid)) ?? {};
  assert.equal(paid?.planid, 'identity', 'what is paid for is nothing that the operator changes');
});
