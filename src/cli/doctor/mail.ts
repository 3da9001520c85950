import type { Config } from '#src/config/config.ts';
import { isLoopback, type SmtpServer } from '#src/mail/smtp.ts';
import { lookAtMailServer, type MailServerSeen } from '#src/mail/smtp-look.ts';
import { DAY_MS } from '#src/values/spans.ts';
import { isUntrusted } from '../system/system-code.ts';
import { foreignText } from '../terminal/printable.ts';
import { type Finding, failure, fine, warning } from './finding.ts';
import { SAID } from './texts.ts';

const LONGEST_WAIT_MS = 8_000;
const SOON_MS = 14 * DAY_MS;

/** Talks to the mail server as far as one can without a mail. */
export async function lookAtMail({ mail }: Pick<Config, 'mail'>): Promise<readonly Finding[]> {
  if (mail.smtp === null) return [fine('mail', SAID.mailOff)];
  const seen = await lookAtMailServer(mail.smtp, LONGEST_WAIT_MS);
  return [judgeMail(seen, mail.smtp, Date.now())];
}

export function judgeMail(seen: MailServerSeen, { host, port }: SmtpServer, nowMs: number): Finding {
  const server = `${host}:${port}`;
  if (seen.kind === 'refused') return failure('mail', refusal(seen, server));
  const { isEncrypted, validUntilMs, isSignedIn } = seen;
  if (!isEncrypted && !isLoopback(host)) return warning('mail', SAID.mailOpen(server));
  const day = validUntilMs === null ? '' : new Date(validUntilMs).toISOString().slice(0, 10);
  if (validUntilMs !== null && validUntilMs - nowMs < SOON_MS) return warning('mail', SAID.mailExpiring(server, day));
  const how = isEncrypted ? SAID.mailEncrypted(day) : SAID.mailPlain;
  return fine('mail', SAID.mail(server, isSignedIn ? `${how}${SAID.mailSignedIn}` : how));
}

function refusal({ phase, code, answer }: Extract<MailServerSeen, { kind: 'refused' }>, server: string) {
  if (isUntrusted(code)) return SAID.mailUntrusted(server, code);
  if (phase === 'encryption') return SAID.mailUnencrypted(server);
  if (phase === 'sign-in') {
    return answer === null ? SAID.mailNoPassword(server) : SAID.mailSignIn(server, foreignText(answer));
  }
  return SAID.mailAway(server, code);
}
