import { domainToASCII, domainToUnicode } from 'node:url';

/** Somebody mails come from. */
export interface Mailbox {
  /** As people read it, without the signs of RFC 5322; empty where there is none. */
  readonly name: string;
  readonly address: string;
}

/** Far more than an address has in any form. */
const MAX_TYPED_CHARS = 1000;
const MAX_ADDRESS_CHARS = 254;
/** Invisible characters could make one address look like another in a mail or a list. */
const ADDRESS =
  /^([^\s@<>,;:"()[\]\\\p{Cc}\p{Cf}\p{Cs}]{1,64})@([\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.-]*[\p{L}\p{N}\p{M}])?)$/u;

/**
 * An e-mail address as we keep and compare it: trimmed, in normal form (NFC) and in lower case, its domain as people read
 * it however it was written (RFC 5890: browsers send what was typed as bücher.example as xn--bcher-kva.example); null for
 * anything else. Accounts, recipients and the configuration read addresses here, so that what looks alike
 * is the same. Deliberately simple: whether somebody reads mail there only a mail can show.
 */
export function readMailAddress(text: string): string | null {
  // Before anything else: bringing a megabyte of accents into normal form would stop the server for minutes.
  if (text.length > MAX_TYPED_CHARS) return null;
  const [, local, domain] = ADDRESS.exec(text.trim().normalize('NFC').toLowerCase()) ?? [];
  if (local === undefined || domain === undefined) return null;
  const readable = domainToUnicode(domainToASCII(domain)).normalize('NFC');
  const address = `${local}@${readable}`;
  const isAddress = readable !== '' && address.length <= MAX_ADDRESS_CHARS && !address.includes('..');
  return isAddress ? address : null;
}
