import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { mailSettings } from '../support/app.ts';
import { makeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { listening } from '../support/listening.ts';
import { commandLine } from '../support/program.ts';
import { type SmtpServerOptions, startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { shellQuoted, startOnTerminal } from '../support/terminal.ts';
import { runCli } from './run-cli.ts';

const certificate = makeCertificate();
const credentials = { user: 'app', password: 'pa:ss/w@rd' };

async function serverFor(t: TestContext, options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const server = await startSmtpServer(options);
  t.after(() => server.stop());
  return server;
}

function testMail(address: string, env: Readonly<Record<string, string>>) {
  return runCli(['mail', 'test', address], { env });
}

test('mail test sends one mail right now and prints what the mail server said', async (t) => {
  const server = await serverFor(t);
  const end = await testMail('Bo@Example.com', { ...mailSettings(server), HUSHLINK_SITE_HOST: 'hush.example.org' });
  assert.equal(end.code, 0, end.stderr);
  assert.match(end.stdout, new RegExp(`^127\\.0\\.0\\.1:${server.port} took it: 250 .+\\n$`));
  assert.equal(end.stderr, 'The mail is on its way; where it ends is beyond that server’s word.\n');
  assert.equal(server.mails.length, 1);
  const [{ to, parsed }] = server.mails as [(typeof server.mails)[number]];
  assert.deepEqual([to, parsed.subject], [['bo@example.com'], 'A test mail from hush.example.org']);
});

test('mail test signs in over STARTTLS with an authority of the operator’s own', async (t) => {
  const server = await serverFor(t, { encryption: 'starttls', certificate, credentials });
  const stranger = await testMail('bo@example.com', mailSettings(server));
  assert.equal(stranger.code, 6);
  assert.match(stranger.stderr, /not to be trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\); hint: .*NODE_EXTRA_CA_CERTS/);
  const file = join(temporaryFolder(t), 'authority.pem');
  writeFileSync(file, certificate.cert);
  const known = await testMail('bo@example.com', { ...mailSettings(server), NODE_EXTRA_CA_CERTS: file });
  assert.equal(known.code, 0, known.stderr);
  assert.deepEqual(
    server.mails.map(({ isEncrypted }) => isEncrypted),
    [true],
  );
});

test('mail test tells a refused mail from one that comes too early, and repeats the server’s own words', async (t) => {
  const server = await serverFor(t, { manner: 'refuse' });
  const refused = await testMail('bo@example.com', mailSettings(server));
  assert.deepEqual([refused.code, refused.stdout], [7, '']);
  assert.match(refused.stderr, /refused the mail: 550 no bo@example\.com here; hint: /);
  server.manner = 'later';
  const early = await testMail('bo@example.com', mailSettings(server));
  assert.equal(early.code, 8);
  assert.match(early.stderr, /does not take it now: 451 greylisted; hint: /);
});

test('mail test blames no address and no firewall for a mail server that breaks off over the mail', async (t) => {
  const server = await serverFor(t, { manner: 'die-unanswered' });
  const end = await testMail('bo@example.com', mailSettings(server));
  assert.equal(end.code, 6);
  assert.match(end.stderr, /did not say whether it took it \(E[A-Z]+\); hint: look whether it has arrived/);
  assert.equal(server.mails.length, 1);
});

test('mail test says what is wrong with a sign-in, and never prints the password', async (t) => {
  const server = await serverFor(t, { encryption: 'tls', certificate, credentials });
  const file = join(temporaryFolder(t), 'authority.pem');
  writeFileSync(file, certificate.cert);
  const wrong = server.address.replace('app:', 'other:');
  const env = { ...mailSettings(server), HUSHLINK_MAIL_SMTP: wrong, NODE_EXTRA_CA_CERTS: file };
  const end = await testMail('bo@example.com', env);
  assert.equal(end.code, 7);
  assert.match(end.stderr, /refused the sign-in: 535 wrong credentials; hint: /);
  assert.doesNotMatch(end.stderr, /pa:ss|pa%3Ass/);
});

test('mail test says that a password is missing where one is asked for', async (t) => {
  const server = await serverFor(t, { encryption: 'tls', certificate, credentials });
  const file = join(temporaryFolder(t), 'authority.pem');
  writeFileSync(file, certificate.cert);
  const without = `smtps://app:@127.0.0.1:${server.port}`;
  const env = { ...mailSettings(server), HUSHLINK_MAIL_SMTP: without, NODE_EXTRA_CA_CERTS: file };
  const end = await testMail('bo@example.com', env);
  assert.equal(end.code, 7);
  assert.match(end.stderr, /asks for a password, and mail\.smtp has a user without one; hint: put it after the user/);
});

test('mail test sends no password where nothing is encrypted', async (t) => {
  const server = await serverFor(t, { credentials });
  const end = await testMail('bo@example.com', mailSettings(server));
  assert.equal(end.code, 6);
  assert.match(end.stderr, /offers no encryption, and a password is not sent without; hint: /);
});

test('mail test tells a person whom it waits for, until the word of the mail server has come', async (t) => {
  const server = await serverFor(t, { manner: 'hold' });
  const line = [...commandLine, 'mail', 'test', 'bo@example.com'].map(shellQuoted).join(' ');
  const terminal = startOnTerminal(line, mailSettings(server));
  await terminal.waitFor(/Waiting for 127\.0\.0\.1:\d+ …$/);
  server.manner = 'take';
  const { code, raw } = await terminal.ended;
  assert.equal(code, 0, raw);
  assert.match(raw, /^\r\u001b\[KWaiting for 127\.0\.0\.1:\d+ …\r\u001b\[K127\.0\.0\.1:\d+ took it: 250/);
});

test('mail test says where nobody answers, what is not configured, and what is not an address', async (t) => {
  const server = await serverFor(t);
  const away = `smtp://127.0.0.1:${await freePort()}`;
  const nobody = await testMail('bo@example.com', { ...mailSettings(server), HUSHLINK_MAIL_SMTP: away });
  assert.equal(nobody.code, 6);
  assert.match(nobody.stderr, /Could not talk to 127\.0\.0\.1:\d+ \(ECONNREFUSED\); hint: /);
  const off = await testMail('bo@example.com', {});
  assert.equal(off.code, 1);
  assert.match(off.stderr, /No mail server is configured; hint: set mail\.smtp/);
  const wrong = await testMail('bo', mailSettings(server));
  assert.deepEqual([wrong.code, wrong.stderr], [2, 'That is not an e-mail address.\n']);
});

test('what speaks another protocol at that port is no mail server that has no time now', async (t) => {
  for (const greeting of ['SSH-2.0-OpenSSH_9.9', '-ERR unknown command']) {
    const other = createServer((socket) => void socket.on('error', () => {}).end(`${greeting}\r\n`));
    const smtp = `smtp://127.0.0.1:${await listening(t, other)}`;
    const env = { HUSHLINK_MAIL_SMTP: smtp, HUSHLINK_MAIL_FROM: 'hush@example.org' };
    const end = await testMail('bo@example.com', env);
    assert.equal(end.code, 6);
    assert.match(
      end.stderr,
      /^Could not talk to 127\.0\.0\.1:\d+ \(EPROTOCOL\); hint: check host and port of mail\.smtp/,
    );
  }
});
