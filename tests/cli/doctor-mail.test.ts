import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { judgeMail } from '#src/cli/doctor/mail.ts';
import { lookAtMailServer } from '#src/mail/smtp-look.ts';
import { mailSettings } from '../support/app.ts';
import { makeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { type SmtpServerOptions, startSmtpServer } from '../support/smtp-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { examine } from './doctor-run.ts';

const DAY_MS = 86_400_000;
const credentials = { user: 'app', password: 'pa:ss/w@rd' };
const certificate = makeCertificate();

async function serverFor(t: TestContext, options: SmtpServerOptions = {}) {
  const server = await startSmtpServer(options);
  t.after(() => server.stop());
  return server;
}

function trusting(t: TestContext, cert: string): Record<string, string> {
  const file = join(temporaryFolder(t), 'authority.pem');
  writeFileSync(file, cert);
  return { NODE_EXTRA_CA_CERTS: file };
}

test('a site without a mail server is told so, and a relay on this machine is fine', async (t) => {
  assert.deepEqual((await examine(t)).of('mail'), ['ok No mail server is configured: nothing is mailed']);
  const server = await serverFor(t);
  const { of, code } = await examine(t, mailSettings(server));
  assert.deepEqual(
    [code, of('mail')],
    [0, [`ok 127.0.0.1:${server.port} answers without encryption, on this machine`]],
  );
  assert.deepEqual([server.contents, server.mails.length], [0, 0]);
});

test('a mail server with TLS, from the first byte or by STARTTLS, is tried with user and password', async (t) => {
  for (const encryption of ['starttls', 'tls'] as const) {
    const server = await serverFor(t, { encryption, certificate, credentials });
    const { of, output } = await examine(t, { ...mailSettings(server), ...trusting(t, certificate.cert) });
    const how = 'over TLS, with a certificate until 2049-12-31, and takes user and password';
    assert.deepEqual(of('mail'), [`ok 127.0.0.1:${server.port} answers ${how}`]);
    assert.doesNotMatch(output, /pa:ss|pa%3Ass/);
  }
});

test('a certificate that nobody trusts does not work, one that ends soon is told', async (t) => {
  const server = await serverFor(t, { encryption: 'tls', certificate, credentials });
  const strange = await examine(t, mailSettings(server));
  assert.equal(strange.code, 1);
  const untrusted = 'is not to be trusted (DEPTH_ZERO_SELF_SIGNED_CERT)';
  assert.deepEqual(strange.of('mail'), [`fail The certificate of 127.0.0.1:${server.port} ${untrusted}`]);
  const ending = makeCertificate({ validUntilMs: Date.now() + 5 * DAY_MS });
  const other = await serverFor(t, { encryption: 'tls', certificate: ending });
  const soon = await examine(t, { ...mailSettings(other), ...trusting(t, ending.cert) });
  assert.equal(soon.code, 0);
  assert.match(String(soon.of('mail')), /^warn The certificate of 127\.0\.0\.1:\d+ ends on \d{4}-\d\d-\d\d$/);
});

test('a sign-in that is refused, or would be readable on the way, does not work', async (t) => {
  const server = await serverFor(t, { encryption: 'starttls', certificate, credentials });
  const env = { ...mailSettings(server), ...trusting(t, certificate.cert) };
  const wrong = await examine(t, { ...env, HUSHLINK_MAIL_SMTP: server.address.replace('app:', 'other:') });
  assert.deepEqual(wrong.of('mail'), [`fail 127.0.0.1:${server.port} refused the sign-in: 535 wrong credentials`]);
  assert.doesNotMatch(wrong.output, /pa:ss|pa%3Ass/);
  const plain = await serverFor(t, { credentials });
  const open = await examine(t, mailSettings(plain));
  assert.match(String(open.of('mail')), /^fail 127\.0\.0\.1:\d+ offers no encryption, and a password is not sent/);
});

test('a user without a password is told where one is asked for, and only there', async (t) => {
  const server = await serverFor(t, { encryption: 'starttls', certificate, credentials });
  const env = { ...mailSettings(server), ...trusting(t, certificate.cert) };
  const { of, code } = await examine(t, { ...env, HUSHLINK_MAIL_SMTP: `smtp://app:@127.0.0.1:${server.port}` });
  const said = `fail 127.0.0.1:${server.port} asks for a password, and mail.smtp has a user without one`;
  assert.deepEqual([code, of('mail')], [1, [said]]);
  const asksNobody = await serverFor(t);
  const taken = { ...mailSettings(asksNobody), HUSHLINK_MAIL_SMTP: `smtp://app@127.0.0.1:${asksNobody.port}` };
  const answers = `ok 127.0.0.1:${asksNobody.port} answers without encryption, on this machine`;
  assert.deepEqual((await examine(t, taken)).of('mail'), [answers]);
});

test('a mail server that is away does not work', async (t) => {
  const port = await freePort();
  const env = { HUSHLINK_MAIL_SMTP: `smtp://127.0.0.1:${port}`, HUSHLINK_MAIL_FROM: 'a@example.org' };
  const { of, code } = await examine(t, env);
  assert.deepEqual([code, of('mail')], [1, [`fail 127.0.0.1:${port} does not answer (ECONNREFUSED)`]]);
});

test('a sign-in that has not taken place is none, and did not fail either', async (t) => {
  const { port } = await serverFor(t);
  const server = { host: '127.0.0.1', port, isTls: false, user: 'app', password: null };
  const plain = { kind: 'answered', isEncrypted: false, validUntilMs: null, isSignedIn: false };
  assert.deepEqual(await lookAtMailServer(server, 15_000), plain);
  assert.deepEqual(await lookAtMailServer({ ...server, user: null }, 15_000), plain);
});

test('mails that cross a network unencrypted are told', () => {
  const server = { host: 'mail.example.org', port: 587, isTls: false, user: null, password: null };
  const seen = { kind: 'answered', isEncrypted: false, validUntilMs: null, isSignedIn: false } as const;
  const { status, message } = judgeMail(seen, server, 0);
  assert.deepEqual([status, message.split(':')[0]], ['warn', 'Mails go to mail.example.org']);
});

test('a certificate is told two weeks before its end', () => {
  const server = { host: 'mail.example.org', port: 465, isTls: true, user: null, password: null };
  const judged = (validUntilMs: number) =>
    judgeMail({ kind: 'answered', isEncrypted: true, validUntilMs, isSignedIn: false }, server, 1000).status;
  assert.deepEqual([judged(1000 + 14 * DAY_MS), judged(999 + 14 * DAY_MS)], ['ok', 'warn']);
});

test('what a mail server says of a refused sign-in is one harmless line', () => {
  const server = { host: 'mail.example.org', port: 465, isTls: true, user: 'app', password: null };
  const answer = '535 no,\r\n\u001b[2Jgo away';
  const { message } = judgeMail({ kind: 'refused', phase: 'sign-in', code: '535', answer }, server, 0);
  assert.equal(message, 'mail.example.org:465 refused the sign-in: 535 no, [2Jgo away');
});
