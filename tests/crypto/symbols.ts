import {
  CHARACTER_SETS,
  type CharacterSet,
  type GeneratePassword,
  type PasswordShape,
} from '#src/crypto/generate-password.ts';
import { type Evenness, evennessOf } from './chi-square.ts';

const KEY_LENGTH = 31;
const BASE = 36;

export interface JudgedKeys extends Evenness {
  /** Keys of which another one has the same first twelve digits (62 bits), and so perhaps the rest. */
  readonly repeated: number;
}

/** So many keys: how often each digit stands in each place, and whether one came twice. */
export function judgeKeys(make: () => string, count: number): JudgedKeys {
  const tables = Array.from({ length: KEY_LENGTH }, () => new Uint32Array(BASE));
  const beginnings = new BigUint64Array(count);
  const halves = new Uint32Array(beginnings.buffer);
  for (let made = 0; made < count; made += 1) {
    const key = make();
    halves[2 * made] = Number.parseInt(key.slice(0, 6), BASE);
    halves[2 * made + 1] = Number.parseInt(key.slice(6, 12), BASE);
    for (const [at, table] of tables.entries()) {
      const digit = Number.parseInt(key[at] ?? '', BASE);
      table[digit] = (table[digit] ?? 0) + 1;
    }
  }
  beginnings.sort();
  const repeated = beginnings.reduce((sum, beginning, at) => sum + (beginning === beginnings[at - 1] ? 1 : 0), 0);
  return { ...evennessOf(tables.map((table) => [...table])), repeated };
}

const ALL = Object.keys(CHARACTER_SETS) as CharacterSet[];

/** The default, each set by itself, the shortest and the longest. */
export const SHAPES: readonly PasswordShape[] = [
  { length: 16, characterSets: ALL },
  ...ALL.map((set) => ({ length: 12, characterSets: [set] })),
  { length: 8, characterSets: ALL },
  { length: 128, characterSets: ALL },
];

/** The same of passwords of one shape. A character that is not of the shape throws. */
export function judgePasswords(generate: GeneratePassword, shape: PasswordShape, count: number): Evenness {
  const alphabet = shape.characterSets.map((set) => CHARACTER_SETS[set]).join('');
  const tables = Array.from({ length: shape.length }, () => new Uint32Array(alphabet.length));
  const places = new Map([...alphabet].map((char, at) => [char, at]));
  for (let made = 0; made < count; made += 1) {
    const password = generate(shape);
    for (const [at, table] of tables.entries()) {
      const place = places.get(password[at] ?? '');
      if (place === undefined) throw new Error(`'${password[at]}' is none of ${shape.characterSets}`);
      table[place] = (table[place] ?? 0) + 1;
    }
  }
  return evennessOf(tables.map((table) => [...table]));
}
