import type { ResetKey } from '#src/crypto/ids.ts';

const KEY_FORM = /^[0-9a-z]{31}$/;

/** The key if the text has the form of one, else null. Says nothing about its existence. */
export function parseResetKey(text: unknown): ResetKey | null {
  return typeof text === 'string' && KEY_FORM.test(text) ? (text as ResetKey) : null;
}
