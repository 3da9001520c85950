import type { RandomBytes } from './ids.ts';

/** Without characters that look alike when read aloud or copied by hand: 0 O o, 1 l I, and so on. */
export const CHARACTER_SETS = {
  lowercase: 'abcdefghijkmnpqrstuvwxyz',
  uppercase: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  digits: '23456789',
  symbols: '!#$%&*+-=?@^_',
} as const;

export type CharacterSet = keyof typeof CHARACTER_SETS;

export interface PasswordShape {
  /** Characters. */
  readonly length: number;
  readonly characterSets: readonly CharacterSet[];
}

export type GeneratePassword = (shape: PasswordShape) => string;

/**
 * Every character is drawn uniformly from the union of the sets, independently of the others: no
 * position is reserved for a set, so the strength is length × log2(alphabet).
 */
export function createPasswordGenerator(randomBytes: RandomBytes): GeneratePassword {
  return ({ length, characterSets }) => {
    const alphabet = [...new Set(characterSets)].map((set) => CHARACTER_SETS[set]).join('');
    const unbiasedBelow = 256 - (256 % alphabet.length);
    let password = '';
    while (password.length < length) {
      for (const byte of randomBytes(length)) {
        if (byte < unbiasedBelow && password.length < length) password += alphabet[byte % alphabet.length];
      }
    }
    return password;
  };
}
