import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionData } from 'express-session';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { SessionFacts } from '#src/features/sessions/session.ts';
import type { KeptSession, SessionStore } from '#src/features/sessions/session-store.ts';
import { START_MS } from './sealed-sample.ts';

const custid = 'robin@example.com' as CustId;
const DAY_MS = 86_400_000;

export function session(seenAtMs = START_MS): KeptSession {
  const facts: SessionFacts = { custid, epoch: 7, isRemembered: false, seenAtMs, expiresAtMs: seenAtMs + DAY_MS };
  return { cookie: { originalMaxAge: null }, facts };
}

export const put = ({ rows }: SessionStore, id: string, kept: KeptSession) =>
  new Promise<void>((resolve, reject) => rows.set(id, kept, (error) => (error ? reject(error) : resolve())));
export const find = ({ rows }: SessionStore, id: string) =>
  new Promise<SessionData | null>((resolve, reject) =>
    rows.get(id, (error, kept) => (error ? reject(error) : resolve(kept ?? null))),
  );
const drop = ({ rows }: SessionStore, id: string) =>
  new Promise<void>((resolve, reject) => rows.destroy(id, (error) => (error ? reject(error) : resolve())));

/** What every store of sessions promises. */
export function sessionStoreContract(engine: string, store: () => SessionStore): void {
  test(`${engine}: a session comes back as it was kept, and nobody else's`, async () => {
    const sessions = store();
    await put(sessions, 'first', session());
    const found = await find(sessions, 'first');
    assert.deepEqual(found?.facts, session().facts);
    assert.equal(await find(sessions, 'unknown'), null);
  });

  test(`${engine}: renewing keeps what is new; a session that has ended is not brought back by it`, async () => {
    const sessions = store();
    await put(sessions, 'renewed', session());
    await sessions.renew('renewed', session(START_MS + 90_000));
    assert.equal((await find(sessions, 'renewed'))?.facts?.seenAtMs, START_MS + 90_000);
    await drop(sessions, 'renewed');
    await sessions.renew('renewed', session(START_MS + 180_000));
    assert.equal(await find(sessions, 'renewed'), null);
  });

  test(`${engine}: sessions are counted by when they were last used, ended ones not at all [COL-07]`, async () => {
    const sessions = store();
    const laterMs = START_MS + DAY_MS;
    for (const [id, seenAtMs] of Object.entries({ a: laterMs - 300_000, b: laterMs - 299_999, c: laterMs })) {
      await put(sessions, id, session(seenAtMs));
      await sessions.renew(id, session(seenAtMs));
    }
    assert.equal(await sessions.countSeenSince(laterMs - 300_000), 3);
    assert.equal(await sessions.countSeenSince(laterMs - 299_999), 2);
    await drop(sessions, 'c');
    assert.equal(await sessions.countSeenSince(laterMs - 299_999), 1);
  });
}
