import { randomUUID } from 'node:crypto';
import type { Config } from '#src/config/config.ts';
import { readPacks } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { composeMessage, type Message } from '#src/mail/message.ts';
import { createSmtpClient, type HandOver } from '#src/mail/smtp.ts';
import { readMailAddress } from '#src/mail-address.ts';
import { openResources } from '#src/resources.ts';
import { type ConfigIo, loadForServer, refuse } from './config.ts';
import type { CliFailure } from './failure.ts';
import { foreignText } from './printable.ts';
import { TEXTS } from './texts.ts';

const BEGIN_WITHIN_MS = 30_000;
const DAY_MS = 86_400_000;

/** `hushlink mail test`: past the outbox, so that the answer is that of the mail server itself. */
export async function testMail(given: string, io: ConfigIo): Promise<number> {
  const to = readMailAddress(given);
  if (to === null) return refuse({ kind: 'usage', message: TEXTS.mail.notAnAddress }, io);
  const loaded = loadForServer(io);
  if (!loaded.ok) return refuse(loaded.failure, io);
  const { smtp, from } = loaded.value.config.mail;
  if (smtp === null || from === null) return refuse({ kind: 'configuration', message: TEXTS.mail.off }, io);
  const server = `${smtp.host}:${smtp.port}`;
  const outcome = await sendNow(smtp, testMessage(to, from, loaded.value.config));
  if (outcome.kind !== 'accepted') return refuse(failureOf(outcome, server), io);
  io.stdout.write(`${TEXTS.mail.accepted(server, foreignText(outcome.answer))}\n`);
  io.stderr.write(`${TEXTS.mail.onItsWay}\n`);
  return 0;
}

function testMessage(to: string, from: string, { site, listen, locales }: Config): Message {
  const [host, nowMs] = [site.host ?? `localhost:${listen.port}`, Date.now()];
  const letter = { kind: 'test' } as const;
  const mail = { to, host, locale: locales.default, letter, expiresAtMs: nowMs + DAY_MS, ticket: null };
  const texts = createTexts(readPacks(openResources()));
  return composeMessage(mail, randomUUID(), nowMs, { texts, siteName: site.name, from });
}

async function sendNow(server: NonNullable<Config['mail']['smtp']>, message: Message): Promise<HandOver> {
  const client = createSmtpClient({ server, maxConnections: 1, beginWithinMs: BEGIN_WITHIN_MS });
  try {
    return await client.send(message, { mayBegin: async () => true, signal: new AbortController().signal });
  } finally {
    client.close();
  }
}

function failureOf(outcome: Exclude<HandOver, { kind: 'accepted' }>, server: string): CliFailure {
  if (outcome.kind === 'stopped') return { kind: 'unexpected', message: TEXTS.mail.unreachable(server, 'stopped') };
  const { code, phase, isPermanent } = outcome;
  if (/CERT|SIGNATURE/.test(code)) return { kind: 'network', message: TEXTS.mail.untrusted(server, code) };
  if (phase === 'encryption') return { kind: 'network', message: TEXTS.mail.unencrypted(server) };
  if (outcome.answer === null) return { kind: 'network', message: TEXTS.mail.unreachable(server, code) };
  const answer = foreignText(outcome.answer);
  if (phase === 'sign-in') return { kind: 'refused', message: TEXTS.mail.signIn(server, answer) };
  if (isPermanent) return { kind: 'refused', message: TEXTS.mail.refused(server, answer) };
  return { kind: 'server', message: TEXTS.mail.later(server, answer) };
}
