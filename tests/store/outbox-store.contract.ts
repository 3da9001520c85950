import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Lease, OutboxStore, SealedMail } from '#src/mail/outbox-store.ts';

const START_MS = Date.UTC(2030, 0, 15, 12);
const LIFE_MS = 3_600_000;
const LEASE_MS = 20_000;
const END_MS = START_MS + LIFE_MS;

export function mailSample(changes: Partial<SealedMail> = {}): SealedMail {
  return {
    id: randomBytes(18).toString('base64url'),
    siteKeyId: 'site-key',
    ticketHash: randomBytes(32).toString('base64url'),
    accountHash: randomBytes(32).toString('base64url'),
    sealed: randomBytes(540),
    label: randomBytes(284),
    createdAtMs: START_MS,
    dueAtMs: START_MS,
    expiresAtMs: END_MS,
    ...changes,
  };
}

const withoutTicket = { ticketHash: null, label: null };

/** What every outbox promises. `open` gives one that is empty, twice: as two processes see it. */
export function outboxStoreContract(engine: string, open: () => Promise<readonly [OutboxStore, OutboxStore]>): void {
  const promise = (title: string, check: (outbox: OutboxStore, other: OutboxStore) => Promise<void>) =>
    test(`${engine}: ${title}`, async () => check(...(await open())));

  const take = async (outbox: OutboxStore, nowMs = START_MS) =>
    outbox.lease({ token: randomBytes(9).toString('base64url'), untilMs: nowMs + LEASE_MS }, nowMs);
  const taken = async (outbox: OutboxStore, nowMs = START_MS) => (await take(outbox, nowMs)) ?? assert.fail('none due');
  const stateOf = async (outbox: OutboxStore, { ticketHash }: SealedMail, nowMs = START_MS) =>
    (await outbox.statusOf(ticketHash ?? '', nowMs)).map(({ state }) => state);

  promise('a mail that was put is leased whole, and its status is there to be asked for', async (outbox, other) => {
    const mail = mailSample();
    await outbox.put(mail);
    const { sealed, ...lease } = await taken(other);
    assert.deepEqual(Buffer.from(sealed), mail.sealed);
    assert.deepEqual(lease, { id: mail.id, token: lease.token, tries: 1, expiresAtMs: END_MS, isUncertain: false });
    const [status] = await other.statusOf(mail.ticketHash!, START_MS);
    const { label, ...rest } = status!;
    assert.deepEqual(Buffer.from(label), mail.label);
    assert.deepEqual(rest, { id: mail.id, state: 'waiting', tries: 1, updatedAtMs: START_MS });
    await assert.rejects(outbox.put(mail), { name: 'IdTaken' });
    assert.deepEqual(await outbox.totals(), { sent: 0, failed: 0, waiting: 1 });
  });

  promise('of two hundred simultaneous callers over two handles one gets the mail', async (outbox, other) => {
    await outbox.put(mailSample());
    const leases = await Promise.all(Array.from({ length: 200 }, (_, at) => take(at % 2 ? outbox : other)));
    assert.equal(leases.filter((lease) => lease !== null).length, 1);
  });

  promise(
    'a hundred mails are leased once each by many at a time, the one due longest first',
    async (outbox, other) => {
      const mails = Array.from({ length: 100 }, (_, at) => mailSample({ dueAtMs: START_MS - at }));
      for (const mail of mails) await outbox.put(mail);
      assert.equal((await taken(outbox)).id, mails.at(-1)?.id);
      const leases = await Promise.all(Array.from({ length: 150 }, (_, at) => take(at % 2 ? outbox : other)));
      const ids = leases.flatMap((lease) => (lease === null ? [] : [lease.id]));
      assert.equal(ids.length, 99);
      assert.equal(new Set(ids).size, 99);
    },
  );

  promise('a mail is due from its instant on, and nobody is told of one before', async (outbox) => {
    assert.equal(await outbox.nextDueMs(START_MS), null);
    await outbox.put(mailSample({ dueAtMs: START_MS + 1000 }));
    assert.equal(await outbox.nextDueMs(START_MS), START_MS + 1000);
    assert.equal(await take(outbox, START_MS + 999), null);
    assert.notEqual(await take(outbox, START_MS + 1000), null);
  });

  promise(
    'a lease that has run out goes to another holder, and the former one can do nothing more',
    async (outbox, other) => {
      const mail = mailSample();
      await outbox.put(mail);
      const first = await taken(outbox);
      assert.equal(await take(other, START_MS + LEASE_MS - 1), null);
      const second = await taken(other, START_MS + LEASE_MS);
      assert.deepEqual([second.id, second.tries, second.isUncertain], [mail.id, 2, false]);
      const nowMs = START_MS + LEASE_MS;
      assert.equal(await outbox.beginSending(first, nowMs + LEASE_MS, nowMs), false);
      assert.equal(await outbox.renew(first, nowMs + LEASE_MS, nowMs), false);
      for (const kind of ['sent', 'failed', 'dropped'] as const) {
        assert.equal(await outbox.settle(first, { kind }, nowMs), false);
      }
      assert.equal(await outbox.settle(first, { kind: 'retry', dueAtMs: nowMs }, nowMs), false);
      assert.equal(await other.settle(second, { kind: 'sent' }, nowMs), true);
      assert.deepEqual(await outbox.totals(), { sent: 1, failed: 0, waiting: 0 });
    },
  );

  promise(
    'a holder keeps its mail by renewing, and the mark of a hand-over is told to the next holder',
    async (outbox, other) => {
      await outbox.put(mailSample());
      const first = await taken(outbox);
      assert.equal(await outbox.beginSending(first, START_MS + LEASE_MS + 1, START_MS), true);
      assert.equal(await take(other, START_MS + LEASE_MS), null);
      assert.equal(await outbox.renew(first, START_MS + 2 * LEASE_MS, START_MS + LEASE_MS), true);
      assert.equal(await take(other, START_MS + 2 * LEASE_MS - 1), null);
      const second = await taken(other, START_MS + 2 * LEASE_MS);
      assert.equal(second.isUncertain, true);
      const third = await taken(outbox, START_MS + 3 * LEASE_MS);
      assert.equal(third.isUncertain, false);
    },
  );

  for (const kind of ['sent', 'failed'] as const) {
    promise(`what is ${kind} stays as a status until its expiry and is never leased again`, async (outbox, other) => {
      const mail = mailSample();
      await outbox.put(mail);
      const lease = await taken(outbox);
      assert.equal(await outbox.settle(lease, { kind }, START_MS + 5), true);
      assert.equal(await outbox.settle(lease, { kind }, START_MS + 5), false);
      const [status] = await other.statusOf(mail.ticketHash!, END_MS - 1);
      assert.deepEqual([status?.state, status?.tries, status?.updatedAtMs], [kind, 1, START_MS + 5]);
      assert.deepEqual(await stateOf(outbox, mail, END_MS), []);
      assert.equal(await take(outbox, START_MS + LEASE_MS), null);
      assert.equal(await outbox.nextDueMs(START_MS), null);
      assert.deepEqual(await outbox.totals(), { sent: 0, failed: 0, waiting: 0, [kind]: 1 });
    });
  }

  promise('what is dropped leaves no trace, and what nobody asks for leaves a count', async (outbox) => {
    const [dropped, sent] = [mailSample(), mailSample(withoutTicket)];
    await outbox.put(dropped);
    await outbox.settle(await taken(outbox), { kind: 'dropped' }, START_MS);
    assert.deepEqual(await stateOf(outbox, dropped), []);
    await outbox.put(sent);
    await outbox.settle(await taken(outbox), { kind: 'sent' }, START_MS);
    assert.deepEqual(await outbox.totals(), { sent: 1, failed: 0, waiting: 0 });
    // Its row is gone: the name is free again.
    await outbox.put(sent);
    assert.deepEqual(await outbox.totals(), { sent: 1, failed: 0, waiting: 1 });
  });

  promise('a mail to be tried again waits for its instant and keeps its count', async (outbox, other) => {
    const mail = mailSample();
    await outbox.put(mail);
    const lease = await taken(outbox);
    await outbox.beginSending(lease, START_MS + LEASE_MS, START_MS);
    assert.equal(await outbox.settle(lease, { kind: 'retry', dueAtMs: START_MS + 30_000 }, START_MS + 7), true);
    assert.equal(await outbox.nextDueMs(START_MS), START_MS + 30_000);
    assert.equal(await take(other, START_MS + 29_999), null);
    const again = await taken(other, START_MS + 30_000);
    assert.deepEqual([again.tries, again.isUncertain], [2, false]);
    const [status] = await outbox.statusOf(mail.ticketHash!, START_MS);
    assert.deepEqual([status?.state, status?.updatedAtMs], ['waiting', START_MS + 7]);
  });

  promise('a mail that is postponed waits likewise, and was not tried', async (outbox, other) => {
    const mail = mailSample();
    await outbox.put(mail);
    const lease = await taken(outbox);
    assert.equal(lease.tries, 1);
    const postponed = { kind: 'postponed', dueAtMs: START_MS + 30_000 } as const;
    assert.equal(await outbox.settle(lease, postponed, START_MS), true);
    assert.equal(await outbox.settle(lease, postponed, START_MS), false);
    assert.equal(await take(other, START_MS + 29_999), null);
    const again = await taken(other, START_MS + 30_000);
    assert.deepEqual([again.tries, again.isUncertain], [1, false]);
    assert.deepEqual(await outbox.totals(), { sent: 0, failed: 0, waiting: 1 });
  });

  promise(
    'a mail that a clock far ahead has put off is due when the clock is right, after all others',
    async (outbox) => {
      const YEAR_MS = 365 * 86_400_000;
      const later = { dueAtMs: START_MS + YEAR_MS, expiresAtMs: START_MS + YEAR_MS + LIFE_MS };
      const [putOff, held, usual] = [mailSample(later), mailSample(later), mailSample()];
      await outbox.put(held);
      assert.equal((await taken(outbox, START_MS + YEAR_MS)).id, held.id);
      for (const mail of [putOff, usual]) await outbox.put(mail);
      assert.equal(await outbox.nextDueMs(START_MS), START_MS);
      const ids = [await taken(outbox), await taken(outbox), await taken(outbox)].map(({ id }) => id);
      assert.equal(ids[0], usual.id);
      assert.deepEqual(ids.slice(1).toSorted(), [held.id, putOff.id].toSorted());
      assert.equal(await outbox.nextDueMs(START_MS), START_MS + LEASE_MS);
    },
  );

  promise('what is over is neither leased nor handed over, and counts as failed', async (outbox) => {
    const [over, held] = [mailSample(), mailSample({ dueAtMs: START_MS - 1 })];
    await outbox.put(over);
    await outbox.put(held);
    const lease = await outbox.lease({ token: 'long', untilMs: END_MS + LEASE_MS }, START_MS);
    assert.equal(lease?.id, held.id);
    assert.equal(await outbox.beginSending(lease, END_MS + LEASE_MS, END_MS), false);
    assert.equal(await take(outbox, END_MS), null);
    assert.deepEqual(await stateOf(outbox, over, END_MS), []);
  });

  promise('of however many that are over none is leased, and what lasts longer is', async (outbox) => {
    const over = Array.from({ length: 101 }, (_, at) => mailSample({ dueAtMs: START_MS + at }));
    const lasting = mailSample({ dueAtMs: START_MS + over.length, expiresAtMs: END_MS + LIFE_MS });
    await Promise.all([...over, lasting].map((mail) => outbox.put(mail)));
    assert.equal((await taken(outbox, END_MS)).id, lasting.id);
    assert.equal(await take(outbox, END_MS), null);
  });

  promise('what is being handed over at its expiry may still be counted as sent', async (outbox) => {
    await outbox.put(mailSample());
    const lease = await taken(outbox, END_MS - 1);
    assert.equal(await outbox.beginSending(lease, END_MS + LEASE_MS, END_MS - 1), true);
    assert.equal(await take(outbox, END_MS), null);
    assert.equal(await outbox.renew(lease, END_MS + 2 * LEASE_MS, END_MS + LEASE_MS), true);
    assert.equal(await outbox.settle(lease, { kind: 'sent' }, END_MS), true);
    assert.deepEqual(await outbox.totals(), { sent: 1, failed: 0, waiting: 0 });
  });

  promise('with an account all of its mails go, waiting, sent or just being sent, and no other', async (outbox) => {
    const accountHash = randomBytes(32).toString('base64url');
    const [sent, sending, waiting] = [0, 1, 2].map((at) => mailSample({ accountHash, dueAtMs: START_MS + at }));
    const other = mailSample({ dueAtMs: START_MS + 3 });
    for (const mail of [sent, sending, waiting, other]) await outbox.put(mail!);
    await outbox.settle(await taken(outbox), { kind: 'sent' }, START_MS);
    const lease = await taken(outbox, START_MS + 1);
    await outbox.forget(accountHash);
    assert.equal(await outbox.beginSending(lease, START_MS + LEASE_MS, START_MS + 1), false);
    assert.deepEqual([await stateOf(outbox, sent!), await stateOf(outbox, waiting!)], [[], []]);
    assert.deepEqual(await outbox.totals(), { sent: 1, failed: 0, waiting: 1 });
    assert.equal((await taken(outbox, START_MS + 3)).id, other.id);
    assert.equal(await take(outbox, START_MS + 3), null);
  });

  promise('one ticket tells of all its mails and of no other', async (outbox) => {
    const ticketHash = randomBytes(32).toString('base64url');
    const mails = [mailSample({ ticketHash }), mailSample({ ticketHash }), mailSample()];
    for (const mail of mails) await outbox.put(mail);
    const lease: Lease = await taken(outbox);
    await outbox.settle(lease, { kind: 'failed' }, START_MS);
    const found = await outbox.statusOf(ticketHash, START_MS);
    assert.deepEqual(
      found.map(({ id }) => id),
      [mails[0]!.id, mails[1]!.id].sort(),
    );
    assert.deepEqual(await outbox.statusOf('unknown', START_MS), []);
  });
}
