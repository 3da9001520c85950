import { randomUUID } from 'node:crypto';
import type { Config } from '#src/config/config.ts';
import { openPacks } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { composeMessage, type Message } from '#src/mail/message.ts';
import { createSmtpClient, type HandOver } from '#src/mail/smtp.ts';
import { openResources } from '#src/resources.ts';
import { ok } from '#src/result.ts';
import { type Mailbox, readMailAddress } from '#src/values/mail-address.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { Outcome } from '../answer.ts';
import { type Failed, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { isUntrusted } from '../system/system-code.ts';
import { ACTIVITIES, createActivity } from '../terminal/activity.ts';
import { foreignText } from '../terminal/printable.ts';
import { TEXTS } from '../texts.ts';
import { type ConfigIo, loadForServer } from './config.ts';

const BEGIN_WITHIN_MS = 30_000;

/** `hushlink mail test`: past the outbox, so that the answer is that of the mail server itself. */
export async function testMail(
  given: string,
  options: { readonly json?: boolean },
  io: ConfigIo & Pick<CliIo, 'stderr'>,
): Promise<Outcome> {
  const to = readMailAddress(given);
  if (to === null) return failed('usage', TEXTS.mail.notAnAddress);
  const loaded = loadForServer(io);
  if (!loaded.ok) return loaded;
  const { smtp, from } = loaded.value.config.mail;
  if (smtp === null || from === null) return failed('configuration', TEXTS.mail.off);
  const server = `${smtp.host}:${smtp.port}`;
  const activity = createActivity(options, io);
  // A mail server may take ten minutes for its word on a mail.
  activity.show(ACTIVITIES.mailing(server));
  const outcome = activity.endWith(await sendNow(smtp, testMessage(to, from, loaded.value.config)));
  if (outcome.kind !== 'accepted') return failureOf(outcome, server);
  const answer = foreignText(outcome.answer);
  return ok({
    line: `${TEXTS.mail.accepted(server, answer)}\n`,
    json: { server, answer },
    notes: [TEXTS.mail.onItsWay],
  });
}

function testMessage(to: string, from: Mailbox, { site, listen, locales }: Config): Message {
  const [host, nowMs] = [site.host ?? `localhost:${listen.port}`, Date.now()];
  const letter = { kind: 'test' } as const;
  const mail = { to, host, locale: locales.default, letter, expiresAtMs: nowMs + DAY_MS, ticket: null };
  const texts = createTexts(openPacks(openResources()));
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

function failureOf(outcome: Exclude<HandOver, { kind: 'accepted' }>, server: string): Failed {
  if (outcome.kind === 'stopped') return failed('unexpected', TEXTS.mail.unreachable(server, 'stopped'));
  const { code, phase, isPermanent } = outcome;
  if (isUntrusted(code)) return failed('network', TEXTS.mail.untrusted(server, code));
  if (phase === 'encryption') return failed('network', TEXTS.mail.unencrypted(server));
  // The server was not asked: nodemailer offers no empty password.
  if (phase === 'sign-in' && outcome.answer === null) return failed('refused', TEXTS.mail.noPassword(server));
  if (outcome.isUncertain) return failed('network', TEXTS.mail.uncertain(server, code));
  // A line without three digits is no answer of a mail server.
  const isOther = phase === 'connection' && !/^\d{3}$/.test(code);
  if (outcome.answer === null || isOther) return failed('network', TEXTS.mail.unreachable(server, code));
  const answer = foreignText(outcome.answer);
  if (phase === 'sign-in') return failed('refused', TEXTS.mail.signIn(server, answer));
  if (isPermanent) return failed('refused', TEXTS.mail.refused(server, answer));
  return failed('server', TEXTS.mail.later(server, answer));
}
