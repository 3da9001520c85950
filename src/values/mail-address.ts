import { domainToASCII } from 'node:url';
import { readableDomain } from './readable-domain.ts';

/** Somebody mails come from. */
export interface Mailbox {
  /** As people read it, without the signs of RFC 5322; empty where there is none. */
  readonly name: string;
  readonly address: string;
}

/** Far more than an address has in any form. */
const MAX_TYPED_CHARS = 1000;
const MAX_ADDRESS_CHARS = 254;
/** What draws nothing could make one address look like another in a mail or a list. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ADDRESS = /^([^\s@<>,;:"()[\]\\\p{Cc}\p{Cs}]{1,64})@((?:[a-z0-9.-]|[^\s\p{ASCII}\p{Cc}\p{Cs}])+)$/u;
const ASCII_DOMAIN = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/**
 * An e-mail address as we keep and compare it: trimmed, in normal form (NFC) and in lower case, its domain as people read
 * it however it was written (RFC 5890: browsers send what was typed as bücher.example as xn--bcher-kva.example); null for
 * anything else. Accounts, recipients and the configuration read addresses here, so that what looks alike
 * is the same. Deliberately simple: whether somebody reads mail there only a mail can show.
 */
export function readMailAddress(text: string): string | null {
  // Before anything else: bringing a megabyte of accents into normal form would stop the server for minutes.
  if (text.length > MAX_TYPED_CHARS) return null;
  const normal = inNormalForm(text.trim());
  if (INVISIBLE.test(normal)) return null;
  const [, local, typed] = ADDRESS.exec(normal) ?? [];
  const domain = typed === undefined ? null : readDomain(typed);
  if (local === undefined || domain === null) return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_ADDRESS_CHARS && !address.includes('..') ? address : null;
}

/**
 * In lower case and NFC. Normal again afterwards: some letters are one with their mark only when small (U+01F0, of which
 * the capital is J with U+030C), and one address would be two.
 */
function inNormalForm(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

/** As people read it, however it was typed; null for what is none. */
function readDomain(typed: string): string | null {
  const ascii = domainToASCII(typed);
  return ASCII_DOMAIN.test(ascii) ? readableDomain(ascii) : null;
}
