import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { customerOf, readAs } from '../accounts/people.ts';

test('a mail is counted as waiting until it was taken, or given up [COL-03]', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const own = createTestApp(t, { hasLightPassphrases: true, mailServer, env });
  const colonel = await customerOf(own);
  await own.store.accounts.setRole(colonel.address as CustId, 'colonel');
  const counted = async () => {
    const { counts } = (await readAs(own, colonel, '/colonel')).body.record;
    return [counts.emails_sent, counts.emails_failed, counts.emails_waiting];
  };
  const mail = { to: 'friend@example.net', locale: 'en', host: 'localhost:3000', letter: { kind: 'test' as const } };
  const send = () => own.mail.mailer.send({ ...mail, expiresAtMs: own.clock.now() + 60_000, ticket: null });
  // What signing up has put there.
  await own.mail.postman.deliverDue();
  assert.deepEqual(await counted(), [0, 0, 0]);
  await send();
  assert.deepEqual(await counted(), [0, 0, 1]);
  mailServer.manner = 'refuse';
  await own.mail.postman.deliverDue();
  assert.deepEqual(await counted(), [0, 1, 0]);
  mailServer.manner = 'take';
  for (const _ of [1, 2]) await send();
  await own.mail.postman.deliverDue();
  assert.deepEqual(await counted(), [2, 1, 0]);
});
