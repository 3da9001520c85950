import { countChars } from '#src/values/characters.ts';
import type { CustId } from './customer.ts';
import { WORST_PASSWORDS } from './worst-passwords.ts';

export const PASSWORD_CHARS = { min: 8, max: 1000 };

/**
 * The most UTF-16 units that an allowed password takes in any form. A longer text is not even brought into normal form,
 * which can cost the square of its length; signing in looks at no more than this either.
 */
const MAX_TYPED_UNITS = 4 * PASSWORD_CHARS.max;

export type NewPasswordFailure =
  | { readonly kind: 'password-too-short'; readonly field: string; readonly min: number }
  | { readonly kind: 'password-too-long'; readonly field: string; readonly max: number }
  /** Half a surrogate pair has no UTF-8 form: it could not be typed again. */
  | { readonly kind: 'password-not-text'; readonly field: string }
  | { readonly kind: 'password-well-known'; readonly field: string }
  | { readonly kind: 'password-is-address'; readonly field: string };

/** What is wrong with a password that somebody wants to have; null when nothing is. Counts code points. */
export function newPasswordFailure(password: string, custid: CustId, field: string): NewPasswordFailure | null {
  if (!password.isWellFormed()) return { kind: 'password-not-text', field };
  if (password.length > MAX_TYPED_UNITS) return { kind: 'password-too-long', field, max: PASSWORD_CHARS.max };
  const chars = countChars(password.normalize('NFC'));
  if (chars < PASSWORD_CHARS.min) return { kind: 'password-too-short', field, min: PASSWORD_CHARS.min };
  if (chars > PASSWORD_CHARS.max) return { kind: 'password-too-long', field, max: PASSWORD_CHARS.max };
  const plain = password.normalize('NFC').trim().toLowerCase();
  if (plain === custid) return { kind: 'password-is-address', field };
  return WORST_PASSWORDS.has(plain) ? { kind: 'password-well-known', field } : null;
}
