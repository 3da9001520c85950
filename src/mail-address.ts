/** Far more than an address has in any form. */
const MAX_TYPED_CHARS = 1000;
const MAX_ADDRESS_CHARS = 254;
/** Invisible characters could make one address look like another in a mail or a list. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}\p{Cf}\p{Cs}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/**
 * An e-mail address as we keep and compare it: trimmed, in normal form (NFC) and in lower case; null for
 * anything else. Accounts, recipients and the configuration read addresses here, so that what looks alike
 * is the same. Deliberately simple: whether somebody reads mail there only a mail can show.
 */
export function readMailAddress(text: string): string | null {
  // Before anything else: bringing a megabyte of accents into normal form would stop the server for minutes.
  if (text.length > MAX_TYPED_CHARS) return null;
  const address = text.trim().normalize('NFC').toLowerCase();
  const isAddress = address.length <= MAX_ADDRESS_CHARS && ADDRESS.test(address) && !address.includes('..');
  return isAddress ? address : null;
}
