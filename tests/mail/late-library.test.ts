import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { LEASE_MS } from '#src/mail/delivery.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { setStage } from './stage.ts';

test('a server whose files are being exchanged when its first mail is due stops as ever, and sends it once they are there', async (t) => {
  let isGone = true;
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (isGone && specifier.endsWith('/smtp.ts')) throw new Error('the file is not there');
      return next(specifier, context);
    },
  });
  t.after(() => hooks.deregister());
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const stage = setStage(t, server);
  const other = stage.another();
  await stage.mailer.send(stage.mailTo('reader@example.org'));
  await assert.rejects(other.postman.deliverDue(), /not there/);
  await other.postman.stop(0);
  stage.clock.advance(LEASE_MS);
  await assert.rejects(stage.postman.deliverDue(), /not there/);
  isGone = false;
  stage.clock.advance(LEASE_MS);
  await stage.postman.deliverDue();
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [['reader@example.org']],
  );
});
