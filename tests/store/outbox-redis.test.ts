import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailSample, outboxStoreContract } from './outbox-store.contract.ts';
import { START_MS } from './sealed-sample.ts';
import { openTwiceOnRedis } from './twice-on-redis.ts';

const { client, empty } = await openTwiceOnRedis((store) => store.outbox);

outboxStoreContract('redis', empty);

test('redis: everything about a mail has a time to live, the totals alone do not', async () => {
  const [outbox] = await empty();
  const lasting = mailSample();
  await outbox.put(lasting);
  await outbox.put(mailSample({ expiresAtMs: START_MS + 60_000 }));
  const keys = (await client.sendCommand<string[]>(['KEYS', '*'])).filter((key) => !/:(ticket|account):/.test(key));
  assert.equal(keys.length, 4);
  for (const key of await client.sendCommand<string[]>(['KEYS', '*'])) {
    const ttlMs = Number(await client.sendCommand(['PTTL', key]));
    assert.ok(ttlMs > 0 && ttlMs <= 3_600_000, `${key} ${ttlMs}`);
  }
  // A shorter life must not shorten what the longer one needs.
  assert.ok(Number(await client.sendCommand(['PTTL', 'hushlink:{outbox}:due'])) > 3_000_000);
  const lease = await outbox.lease({ token: 'token', untilMs: START_MS + 1000 }, START_MS);
  await outbox.settle(lease!, { kind: 'failed' }, START_MS);
  assert.equal(await client.sendCommand(['PTTL', 'hushlink:{outbox}:totals']), -1);
});

test('redis: a mail that is being handed over when it is over is there until it is known what became of it', async () => {
  const [outbox] = await empty();
  const ttlsMs = async () => {
    const keys = await client.sendCommand<string[]>(['KEYS', '*:mail:*']);
    return Promise.all(
      [...keys, 'hushlink:{outbox}:due'].map(async (key) => Number(await client.sendCommand(['PTTL', key]))),
    );
  };
  const isThereFor = async (ms: number) => {
    const ttls = await ttlsMs();
    assert.ok(ttls.length === 2 && ttls.every((ttlMs) => ttlMs > ms - 10_000 && ttlMs <= ms), `${ttls} for ${ms}`);
  };
  const mail = mailSample({ expiresAtMs: START_MS + 60_000 });
  const endMs = mail.expiresAtMs;
  await outbox.put(mail);
  const lease = await outbox.lease({ token: 'token', untilMs: endMs + 1000 }, endMs - 1);
  assert.equal(await outbox.beginSending(lease!, endMs + 100_000, endMs - 1), true);
  await isThereFor(100_001);
  assert.equal(await outbox.renew(lease!, endMs + 300_000, endMs + 100_000), true);
  await isThereFor(200_000);
  assert.equal(await outbox.settle(lease!, { kind: 'sent' }, endMs + 100_001), true);
  assert.deepEqual(await outbox.totals(), { sent: 1, failed: 0, waiting: 0 });
  assert.equal(await client.sendCommand(['EXISTS', `hushlink:{outbox}:mail:${mail.id}`]), 0);
});

test('redis: a mail that nobody will ask for is in the set of no ticket', async () => {
  const [outbox] = await empty();
  await outbox.put(mailSample({ ticketHash: null, label: null }));
  assert.deepEqual(await client.sendCommand(['KEYS', '*:ticket:*']), []);
  await outbox.put(mailSample());
  assert.equal((await client.sendCommand<string[]>(['KEYS', '*:ticket:*'])).length, 1);
});

test('redis: mails that are over are cleared away with the next lease, and count as failed', async () => {
  const [outbox] = await empty();
  const mail = mailSample();
  await outbox.put(mail);
  const next = await outbox.lease({ token: 'token', untilMs: mail.expiresAtMs + 1000 }, mail.expiresAtMs);
  assert.equal(next, null);
  assert.deepEqual(await outbox.totals(), { sent: 0, failed: 1, waiting: 0 });
  assert.equal(await client.sendCommand(['EXISTS', `hushlink:{outbox}:mail:${mail.id}`]), 0);
});

test('redis: a sent mail is erased at once, its status stays', async () => {
  const [outbox] = await empty();
  const mail = mailSample();
  await outbox.put(mail);
  const lease = await outbox.lease({ token: 'token', untilMs: START_MS + 1000 }, START_MS);
  await outbox.settle(lease!, { kind: 'sent' }, START_MS);
  const fields = await client.sendCommand<string[]>(['HKEYS', `hushlink:{outbox}:mail:${mail.id}`]);
  assert.deepEqual(fields.includes('sealed'), false);
  assert.deepEqual(fields.includes('label'), true);
});

test('redis: the set of an account loses the mails that are gone, those that an older release left in it, too', async () => {
  const [outbox] = await empty();
  const accountHash = 'account';
  const sizeOf = async () => Number(await client.sendCommand(['SCARD', `hushlink:{outbox}:account:${accountHash}`]));
  const send = async (at: number) => {
    await outbox.put(mailSample({ id: `sent-${at}`, ticketHash: null, label: null, accountHash }));
    const lease = await outbox.lease({ token: 'token', untilMs: START_MS + 1000 }, START_MS);
    await outbox.settle(lease!, { kind: 'sent' }, START_MS);
  };
  const dueAtMs = START_MS + 60_000;
  const waiting = [mailSample({ accountHash, dueAtMs }), mailSample({ accountHash, dueAtMs })];
  for (const mail of waiting) await outbox.put(mail);
  const gone = Array.from({ length: 100 }, (_, at) => `gone-${at}`);
  await client.sendCommand(['SADD', `hushlink:{outbox}:account:${accountHash}`, ...gone]);
  // Of the four that each looks at two are there at most: more leave than come.
  for (let at = 0; at < gone.length; at += 1) await send(at);
  assert.equal(await sizeOf(), waiting.length + 1);
  await outbox.forget(accountHash);
  for (const { ticketHash } of waiting) assert.deepEqual(await outbox.statusOf(ticketHash!, START_MS), []);
  assert.deepEqual([await sizeOf(), (await outbox.totals()).waiting], [0, 0]);
});
