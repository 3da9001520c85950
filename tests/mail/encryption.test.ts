import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { Message } from '#src/mail/message.ts';
import { createSmtpClient, type HandOver, type SmtpServer, transportOptions } from '#src/mail/smtp.ts';
import { makeCertificate } from '../support/certificate.ts';
import { listening } from '../support/listening.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const certificate = makeCertificate();
const credentials = { user: 'app', password: 'pa:ss/w@rd' };
const message: Message = {
  from: { name: 'Hushlink', address: 'no-reply@hush.example.org' },
  ...{ to: 'bo@example.com', subject: 'S', text: 'T', html: '<p>H</p>' },
  ...{ messageId: '<one@hush.example.org>', dateMs: Date.UTC(2030, 0, 15) },
};

interface Try {
  readonly isTls?: boolean;
  readonly isTrusted?: boolean;
  readonly hasPassword?: boolean;
  readonly beginWithinMs?: number;
  readonly mayBegin?: () => Promise<boolean>;
  readonly signal?: AbortSignal;
}

async function sendTo({ port }: TestSmtpServer, attempt: Try, changes: Partial<Message> = {}): Promise<HandOver> {
  const { user, password } = credentials;
  const server: SmtpServer = {
    ...{ host: '127.0.0.1', port, isTls: attempt.isTls ?? false },
    user: attempt.hasPassword ? user : null,
    password: attempt.hasPassword ? { reveal: () => password } : null,
  };
  const client = createSmtpClient({
    ...{ server, maxConnections: 1 },
    ...(attempt.isTrusted && { authorities: [certificate.cert] }),
    ...(attempt.beginWithinMs && { beginWithinMs: attempt.beginWithinMs }),
  });
  try {
    return await client.send(
      { ...message, ...changes },
      {
        mayBegin: attempt.mayBegin ?? (async () => true),
        signal: attempt.signal ?? new AbortController().signal,
      },
    );
  } finally {
    client.close();
  }
}

test('with smtps the first byte is encrypted, and only to a server whose certificate is known', async (t) => {
  const server = await startSmtpServer({ encryption: 'tls', certificate });
  t.after(() => server.stop());
  const stranger = await sendTo(server, { isTls: true });
  assert.ok(stranger.kind === 'refused');
  assert.deepEqual([stranger.code, stranger.isPermanent], ['DEPTH_ZERO_SELF_SIGNED_CERT', false]);
  assert.equal((await sendTo(server, { isTls: true, isTrusted: true })).kind, 'accepted');
  assert.deepEqual(
    server.mails.map(({ isEncrypted }) => isEncrypted),
    [true],
  );
});

test('a password is sent over STARTTLS only, and only to a server whose certificate is known', async (t) => {
  const server = await startSmtpServer({ encryption: 'starttls', certificate, credentials });
  t.after(() => server.stop());
  const stranger = await sendTo(server, { hasPassword: true });
  assert.ok(stranger.kind === 'refused');
  assert.equal(stranger.code, 'DEPTH_ZERO_SELF_SIGNED_CERT');
  assert.equal((await sendTo(server, { hasPassword: true, isTrusted: true })).kind, 'accepted');
  assert.deepEqual(
    server.mails.map(({ isEncrypted }) => isEncrypted),
    [true],
  );
});

test('where a server offers no encryption, no password and no mail is sent to it', async (t) => {
  const server = await startSmtpServer({ credentials });
  t.after(() => server.stop());
  const outcome = await sendTo(server, { hasPassword: true });
  assert.ok(outcome.kind === 'refused' && !outcome.isPermanent);
  assert.equal(server.contents, 0);
});

test('without a password STARTTLS is used where it is offered', async (t) => {
  const server = await startSmtpServer({ encryption: 'starttls', certificate });
  t.after(() => server.stop());
  // On this very machine nobody can stand in between: its certificate is taken as it is.
  assert.equal((await sendTo(server, {})).kind, 'accepted');
  assert.deepEqual(
    server.mails.map(({ isEncrypted }) => isEncrypted),
    [true],
  );
});

test('wrong credentials say nothing about the mail: it is tried again', async (t) => {
  const server = await startSmtpServer({
    ...{ encryption: 'starttls', certificate },
    credentials: { user: 'app', password: 'another' },
  });
  t.after(() => server.stop());
  const outcome = await sendTo(server, { hasPassword: true, isTrusted: true });
  assert.ok(outcome.kind === 'refused');
  assert.deepEqual([outcome.code, outcome.isPermanent, outcome.isUncertain], ['535', false, false]);
});

test('the content is held back when the mail is not ours to send any more', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  assert.deepEqual(await sendTo(server, { mayBegin: async () => false }), { kind: 'stopped', isUncertain: false });
  await server.until(() => server.connections === 1);
  assert.equal(server.mails.length, 0);
});

test('a store that is away when the content is about to go out holds it back, and the mail is tried again', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const away = async () => {
    throw new Error('away');
  };
  const outcome = await sendTo(server, { mayBegin: away });
  assert.ok(outcome.kind === 'refused');
  assert.deepEqual([outcome.isPermanent, outcome.isUncertain], [false, false]);
  assert.equal(server.mails.length, 0);
});

test('the question is put after the server has taken the recipient, and not for one it refuses', async (t) => {
  const server = await startSmtpServer({ manner: 'refuse' });
  t.after(() => server.stop());
  let questions = 0;
  const mayBegin = async () => {
    questions += 1;
    return true;
  };
  assert.equal((await sendTo(server, { mayBegin })).kind, 'refused');
  assert.equal(questions, 0);
});

test('a server that greets and then says nothing more is given up', async (t) => {
  const mute = createServer((socket) => void socket.write('220 hello\r\n'));
  const port = await listening(t, mute);
  const outcome = await sendTo({ port } as TestSmtpServer, { beginWithinMs: 50 });
  assert.ok(outcome.kind === 'refused');
  assert.deepEqual([outcome.code, outcome.isPermanent], ['ETIMEDOUT', false]);
});

test('a server that has the content may take longer over its answer than there was to begin', async (t) => {
  const server = await startSmtpServer({ manner: 'hold' });
  t.after(() => server.stop());
  const mute = createServer((socket) => void socket.write('220 hello\r\n'));
  const port = await listening(t, mute);
  const beginWithinMs = 2000;
  const sent = sendTo(server, { beginWithinMs });
  await server.until(() => server.contents === 1);
  // Begun later, and given up.
  await sendTo({ port } as TestSmtpServer, { beginWithinMs });
  server.manner = 'take';
  assert.equal((await sent).kind, 'accepted');
});

test('a hand-over that lost its answer is told apart from one that never began', async (t) => {
  const server = await startSmtpServer({ manner: 'die-unanswered' });
  t.after(() => server.stop());
  const outcome = await sendTo(server, {});
  assert.ok(outcome.kind === 'refused');
  assert.deepEqual([outcome.isPermanent, outcome.isUncertain], [false, true]);
});

test('a content that the server has refused in words has not arrived', async (t) => {
  const server = await startSmtpServer({ manner: 'refuse-content' });
  t.after(() => server.stop());
  const outcome = await sendTo(server, {});
  assert.ok(outcome.kind === 'refused');
  assert.deepEqual([outcome.code, outcome.isPermanent, outcome.isUncertain], ['554', true, false]);
});

test('a mail is from the one that is configured, whatever its name is made of', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const address = 'no-reply@hush.example.org';
  const names = ['', 'Example, Inc.', 'a@b.example, help', 'Hushlink: mails; all', 'Hüsh "and" link', '"A" and "B"'];
  for (const name of names) await sendTo(server, {}, { from: { name, address } });
  assert.deepEqual(
    server.mails.map(({ from, parsed }) => [from, parsed.from?.value]),
    names.map((name) => [address, [{ address, name }]]),
  );
});

test('a certificate goes unread only on the way to this very machine, and only where no password goes with it', () => {
  const without = { port: 25, isTls: false, user: null, password: null };
  const isRead = (changes: Partial<SmtpServer>) => {
    const { tls } = transportOptions({ server: { host: '127.0.0.1', ...without, ...changes }, maxConnections: 1 });
    assert.equal(tls.minVersion, 'TLSv1.2');
    return tls.rejectUnauthorized;
  };
  assert.deepEqual(
    ['127.0.0.1', '::1', 'localhost'].map((host) => isRead({ host })),
    [false, false, false],
  );
  for (const host of ['mail.example.org', '10.0.0.7', '127.0.0.1.example.org']) assert.equal(isRead({ host }), true);
  assert.equal(isRead({ isTls: true }), true);
  assert.equal(isRead({ user: 'app', password: { reveal: () => 'x' } }), true);
});

test('a subject that looks encoded is shown as it is written', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const subject = 'Ticket =?utf-8?q?Your_account?= from hush.example.org';
  await sendTo(server, {}, { subject });
  assert.equal(server.mails[0]?.parsed.subject, subject);
});
