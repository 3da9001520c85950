import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { temporaryFolder } from '../support/temp.ts';
import { mailSample, outboxStoreContract } from './outbox-store.contract.ts';
import { START_MS } from './sealed-sample.ts';
import { openFile, openTwiceOnFile } from './twice-on-file.ts';

const folder = temporaryFolder({ after });
outboxStoreContract('sqlite', () => openTwiceOnFile((store) => store.outbox));

test('sqlite: the sweep removes mails that are over, counts those that were waiting as failed, and spares one that is being sent', async () => {
  const path = join(folder, 'sweep.db');
  const store = openFile(path);
  const database = new DatabaseSync(path);
  const sweep = createSweep(database);
  const mails = [mailSample(), mailSample(), mailSample()];
  for (const mail of mails) await store.outbox.put(mail);
  const endMs = mails[0]!.expiresAtMs;
  const sent = await store.outbox.lease({ token: 'sent', untilMs: endMs }, START_MS);
  await store.outbox.settle(sent!, { kind: 'sent' }, START_MS);
  await store.outbox.lease({ token: 'sending', untilMs: endMs + 10 }, START_MS);
  const left = () => Number(database.prepare('SELECT count(*) AS n FROM outbox').get()?.n);
  sweep(endMs - 1);
  assert.equal(left(), 3);
  sweep(endMs);
  assert.equal(left(), 1);
  assert.deepEqual(await store.outbox.totals(), { sent: 1, failed: 1, waiting: 1 });
  sweep(endMs + 10);
  assert.equal(left(), 0);
  assert.deepEqual(await store.outbox.totals(), { sent: 1, failed: 2, waiting: 0 });
  // Held by a process whose clock was a year ahead.
  const held = mailSample();
  await store.outbox.put(held);
  await store.outbox.lease({ token: 'far', untilMs: endMs + 365 * 86_400_000 }, START_MS);
  sweep(endMs);
  assert.equal(left(), 0);
  database.close();
  await store.close();
});

test('sqlite: a sent mail is in neither the file nor its log once the store is closed, its status is', async () => {
  const path = join(folder, 'erase.db');
  const store = openFile(path);
  const mail = mailSample({ sealed: Buffer.from('MARKED-MAIL-'.repeat(40)), label: Buffer.from('MARKED-LABEL') });
  await store.outbox.put(mail);
  assert.ok(readFileSync(`${path}-wal`).includes('MARKED-MAIL'));
  const lease = await store.outbox.lease({ token: 'token', untilMs: START_MS + 1000 }, START_MS);
  await store.outbox.settle(lease!, { kind: 'sent' }, START_MS);
  await store.close();
  assert.equal(readFileSync(path).includes('MARKED-MAIL'), false);
  assert.equal(readFileSync(path).includes('MARKED-LABEL'), true);
});

test('sqlite: a file made before there was an outbox gets one', async () => {
  const path = join(folder, 'older.db');
  await openFile(path).close();
  const database = new DatabaseSync(path);
  database.exec("DROP TABLE outbox; DROP TABLE outbox_total; UPDATE site SET value = '1.0' WHERE name = 'schema'");
  database.close();
  const store = openFile(path);
  await store.outbox.put(mailSample());
  assert.deepEqual(await store.outbox.totals(), { sent: 0, failed: 0, waiting: 1 });
  await store.close();
});
