/** What stands in a log for what must not be there. */
export const MASKED_TEXT = '***';

/** A key has 31 characters without a break; few words of ours have 20. */
const MIN_KEY_CHARS = 20;
const KEYS = /[0-9a-z]{20,}/gi;

/** A token has 43 characters, some of them - and _. */
const MIN_TOKEN_CHARS = 40;
const TOKENS = /[\w-]{40,}/g;

const WHOLE_KEYS = /[0-9a-z]{31,}|[\w-]{43,}/gi;

/** Replaces everything that could be a key, the larger part of one, a token or a hash. */
export function maskTokens(text: string): string {
  // Every line of the log comes through here several times; most texts are too short to hold either.
  if (text.length < MIN_KEY_CHARS) return text;
  const withoutTokens = text.length < MIN_TOKEN_CHARS ? text : text.replace(TOKENS, MASKED_TEXT);
  return withoutTokens.replace(KEYS, MASKED_TEXT);
}

/** The same for text made of identifiers, which may be long: only what is as long as a whole key. */
export function maskWholeKeys(text: string): string {
  return text.replace(WHOLE_KEYS, MASKED_TEXT);
}
