import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { temporaryFolder } from '../support/temp.ts';
import { domainProofContract } from './domain-proof.contract.ts';
import { sampleLogo } from './domain-sample.ts';
import { added, domainStoreContract } from './domain-store.contract.ts';
import { START_MS } from './sealed-sample.ts';
import { openFile, openTwiceOnFile } from './twice-on-file.ts';

const folder = temporaryFolder({ after });
const openTwice = () => openTwiceOnFile((store) => store.domains);

domainStoreContract('sqlite', openTwice);
domainProofContract('sqlite', openTwice);

test('sqlite: which domain a request came by is found by an index, without reading further rows', async () => {
  const path = join(folder, 'plan.db');
  const store = openFile(path);
  const database = new DatabaseSync(path);
  const plan = (where: string) =>
    database.prepare(`EXPLAIN QUERY PLAN SELECT * FROM domain WHERE ${where}`).all()[0]?.detail;
  assert.match(String(plan('name = ? AND verified_at_ms IS NOT NULL')), /SEARCH .* INDEX domain_served \(name=\?\)/);
  assert.match(String(plan('owner_tag = ? AND name = ?')), /INDEX domain_owner/);
  assert.match(String(plan('next_look_at_ms <= ? ORDER BY next_look_at_ms, id')), /INDEX domain_due/);
  database.close();
  await store.close();
});

test('sqlite: two verified records of one name cannot be written, whoever tries', async () => {
  const path = join(folder, 'unique.db');
  const store = openFile(path);
  const { name } = await added(store.domains);
  await added(store.domains, { name });
  const database = new DatabaseSync(path);
  assert.throws(() => database.exec(`UPDATE domain SET verified_at_ms = 1 WHERE name = '${name}'`), /UNIQUE/);
  database.close();
  await store.close();
});

test('sqlite: a removed domain leaves no logo behind in the file', async () => {
  const path = join(folder, 'logo.db');
  const store = openFile(path);
  const { ownerTag, name } = await added(store.domains);
  await store.domains.setLogo(ownerTag, name, sampleLogo(), START_MS);
  await store.domains.removeAll(ownerTag);
  const database = new DatabaseSync(path);
  assert.equal(database.prepare('SELECT count(*) AS n FROM domain_logo').get()?.n, 0);
  database.close();
  await store.close();
});

test('sqlite: a file of schema 1.1 gets the tables for domains and keeps what it has', async () => {
  const path = join(folder, 'older.db');
  const older = openFile(path);
  await older.site.setBanner('kept');
  await older.close();
  const database = new DatabaseSync(path);
  database.exec(`DROP TABLE domain_logo; DROP TABLE domain_lead; DROP TABLE domain;
    UPDATE site SET value = '1.1' WHERE name = 'schema'`);
  const store = openFile(path);
  const domain = await added(store.domains);
  assert.deepEqual(await store.domains.find(domain.ownerTag, domain.name), domain);
  assert.equal(await store.site.banner(), 'kept');
  assert.match(String(database.prepare("SELECT value FROM site WHERE name = 'schema'").get()?.value), /^1\.[2-9]$/);
  database.close();
  await store.close();
});
