import { type Mailbox, readMailAddress } from '#src/values/mail-address.ts';
import { readHostAndPort } from './network-names.ts';
import { Redacted } from './redacted.ts';

/** Where mail is handed over. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps); otherwise STARTTLS, where the server offers it or credentials are sent. */
  readonly isTls: boolean;
  readonly user: string | null;
  readonly password: Redacted<string> | null;
}

const MAX_NAME_CHARS = 100;

/** Reads 'name@example.com' or 'Name <name@example.com>', the name perhaps in quotation marks (RFC 5322, 3.2.4). */
export function readMailbox(text: string): Mailbox | null {
  const trimmed = text.trim();
  const [, written = '', given = trimmed] = /^([^<>\p{Cc}]+?)\s*<([^<>]+)>$/u.exec(trimmed) ?? [];
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/.exec(written) ?? [];
  const name = quoted?.replaceAll(/\\(.)/g, '$1') ?? written;
  const address = readMailAddress(given);
  return address === null || name.length > MAX_NAME_CHARS ? null : { name, address };
}

/** The text of a mailbox; `readMailbox` reads the same back from it. */
export function mailboxText({ name, address }: Mailbox): string {
  if (name === '') return address;
  const isPlain = name === name.trim() && !/["\\]/.test(name);
  return `${isPlain ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`} <${address}>`;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

export function readSmtpAddress(text: string): SmtpAddress | null {
  if (/change.?me/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (isSampleName(url.hostname)) return null;
  const standardPort = PORTS[url.protocol];
  if (standardPort === undefined || readHostAndPort(url.host) === null) return null;
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return null;
  const account = readAccount(url);
  if (account === null) return null;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? standardPort : Number(url.port),
    isTls: url.protocol === 'smtps:',
    ...account,
  };
}

/** Whether it is one of the domains that nobody can have (RFC 2606), which samples are written with. */
function isSampleName(host: string): boolean {
  return /(^|\.)example\.(com|org|net)$/i.test(host);
}

/** null if a % encodes no character, as in a password that was not encoded, and for a password without a user. */
function readAccount({ username, password }: URL): Pick<SmtpAddress, 'user' | 'password'> | null {
  if (username === '' && password !== '') return null;
  try {
    return {
      user: username === '' ? null : decodeURIComponent(username),
      password: password === '' ? null : new Redacted(decodeURIComponent(password)),
    };
  } catch {
    return null;
  }
}
