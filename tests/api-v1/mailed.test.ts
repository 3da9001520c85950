import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSmtpServer } from '../support/smtp-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { expectBytes, openV1, read } from './stage.ts';

const smtp = await startSmtpServer();
after(() => smtp.stop());

const openMailing = (t: Cleanup, env: Readonly<Record<string, string>> = {}) =>
  openV1(t, 'SQLite', { mailServer: smtp, env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true', ...env } });

test('v1 mails the link of what is shared and of what is generated, and never the content [GEN-03]', async (t) => {
  const { customer, mail } = await openMailing(t);
  await mail.postman.deliverDue();
  for (const [path, fields] of [
    ['/share', { secret: 'never in a mail', recipient: 'ada@example.com' }],
    ['/generate', { recipient: 'ada@example.com' }],
  ] as const) {
    const { secret_key, value } = read(await customer.post(path, fields));
    const before = smtp.mails.length;
    await mail.postman.deliverDue();
    const [taken, ...others] = smtp.mails.slice(before);
    assert.deepEqual([taken?.to, others], [['ada@example.com'], []], path);
    assert.ok(taken?.parsed.text?.includes(`http://localhost:3000/secret/${secret_key}`), path);
    for (const content of ['never in a mail', String(value)]) assert.ok(!taken?.raw.includes(content), path);
  }
});

test('v1 says of more than an account mails in a day, and of what is no address, why it shares nothing, as 404', async (t) => {
  const { customer, mail } = await openMailing(t, { HUSHLINK_MAIL_LINKS_PER_DAY: '1' });
  const shareWith = (recipient: string) => customer.post('/share', { secret: 'x', recipient });
  const first = read(await shareWith('ada@example.com'));
  const { waiting } = await mail.mailer.totals();
  for (const [recipient, message] of [
    ['bob@example.com', 'No more links can be mailed for you today. Share the link yourself, or try again tomorrow.'],
    ['nobody', 'That is not an e-mail address.'],
  ] as const) {
    const refused = await shareWith(recipient);
    expectBytes(refused, 404, { message });
    assert.equal(refused.headers['retry-after'], undefined, recipient);
  }
  assert.equal((await mail.mailer.totals()).waiting, waiting);
  const listed = read(await customer.get('/private/recent'));
  assert.deepEqual(
    listed.map(({ metadata_key }: typeof first) => metadata_key),
    [first.metadata_key],
  );
});
