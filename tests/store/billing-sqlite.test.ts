import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { SCHEMA, schemaText } from '#src/store/schema-version.ts';
import { temporaryFolder } from '../support/temp.ts';
import { raceBilling } from './billing-race.ts';
import { kept, PAID, samplePayer, sampleSnapshot } from './billing-sample.ts';
import { billingStoreContract } from './billing-store.contract.ts';
import { START_MS } from './sealed-sample.ts';
import { openFile, openTwiceOnFile } from './twice-on-file.ts';

const folder = temporaryFolder({ after });
const openTwice = () => openTwiceOnFile((store) => store);

billingStoreContract('sqlite', openTwice);

test('sqlite: whatever races about payment, over two handles on one file, one order explains all that is seen', async () => {
  await raceBilling(await openTwice(), 300);
});

test('sqlite: what is due and whose a payer is are found by an index', async () => {
  const path = join(folder, 'plan.db');
  const store = openFile(path);
  const database = new DatabaseSync(path);
  const plan = (query: string) => database.prepare(`EXPLAIN QUERY PLAN ${query}`).all()[0]?.detail;
  assert.match(
    String(plan('SELECT * FROM billing WHERE next_look_at_ms <= 9 ORDER BY next_look_at_ms')),
    /billing_due/,
  );
  assert.match(String(plan("SELECT * FROM billing_payer WHERE payer = 'x'")), /SEARCH .*\(payer=\?\)/);
  database.close();
  await store.close();
});

test('sqlite: a file of schema 1.2 keeps its customers, who have paid for nothing, and can pay', async () => {
  const path = join(folder, 'older.db');
  const older = openFile(path);
  const customer = await kept(older, { planid: 'identity', isVerified: true });
  await older.close();
  const database = new DatabaseSync(path);
  database.exec(`DROP TABLE billing_payer; DROP TABLE billing; DROP TABLE billing_look; DROP TABLE billing_lead;
    ALTER TABLE customer DROP COLUMN paid_planid; ALTER TABLE customer DROP COLUMN paid_until_ms;
    UPDATE site SET value = '1.2' WHERE name = 'schema'`);
  const store = openFile(path);
  assert.deepEqual(await store.accounts.find(customer.custid), customer);
  const payer = samplePayer();
  await store.billing.link(customer, payer);
  const look = await store.billing.beginLook(customer);
  assert.equal(
    await store.billing.keep(customer, look!, { seen: sampleSnapshot(payer), paid: PAID, nextLookAtMs: START_MS }),
    true,
  );
  assert.deepEqual(await store.accounts.find(customer.custid), { ...customer, paid: PAID });
  assert.equal(database.prepare("SELECT value FROM site WHERE name = 'schema'").get()?.value, schemaText(SCHEMA));
  database.close();
  await store.close();
});

test('sqlite: a customer who has paid is there for a release that knows nothing of payment', async () => {
  const path = join(folder, 'newer.db');
  const store = openFile(path);
  const customer = await kept(store, { paid: PAID });
  const database = new DatabaseSync(path);
  // What schema 1.2 wrote.
  database.exec(`INSERT INTO customer (custid, role, planid, locale, is_verified, is_mail_proven, password_hash, api_token_hash,
      epoch, created_at_ms, secrets_created, secrets_shared, emails_sent)
    VALUES ('older@example.com', 'customer', 'basic', NULL, 1, 0, 'hash', NULL, 1, 2, 0, 0, 0);
    UPDATE customer SET locale = 'de' WHERE custid = '${customer.custid}'`);
  assert.deepEqual(await store.accounts.find(customer.custid), { ...customer, locale: 'de' });
  assert.equal((await store.accounts.recent(9)).find(({ custid }) => custid === 'older@example.com')?.paid, null);
  database.close();
  await store.close();
});
