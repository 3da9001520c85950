/** What stands in a log for what must not be there. */
export const maskedText = '***';

/** A key has 31 characters without a break; few words of ours have 20. */
const minKeyChars = 20;
const keys = /[0-9a-z]{20,}/gi;

/** A token has 43 characters, some of them - and _. */
const minTokenChars = 40;
const tokens = /[\w-]{40,}/g;

const wholeKeys = /[0-9a-z]{31,}|[\w-]{43,}/gi;

/** Replaces everything that could be a key, the larger part of one, a token or a hash. */
export function maskTokens(text: string): string {
  // Every line of the log comes through here several times; most texts are too short to hold either.
  if (text.length < minKeyChars) return text;
  const withoutTokens = text.length < minTokenChars ? text : text.replace(tokens, maskedText);
  return withoutTokens.replace(keys, maskedText);
}

/** The same for text made of identifiers, which may be long: only what is as long as a whole key. */
export function maskWholeKeys(text: string): string {
  return text.replace(wholeKeys, maskedText);
}
