import { flattenPack, type LanguagePack } from './packs.ts';

/** The locale of the made-up language: 'qps' is set aside for private use. */
export const PSEUDO_LOCALE = 'qps';

/** Around every text: what stands outside of them did not come from a pack. */
export const [PSEUDO_START, PSEUDO_END] = ['⟦', '⟧'];

const PLACE = /(\{\{\s*\w+\s*\}\})/;
const ACCENTED: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', e: 'é', i: 'í', l: 'ļ', n: 'ñ', o: 'ö', r: 'ř', s: 'š', t: 'ţ', u: 'û', y: 'ý', z: 'ž' },
  ...{ A: 'Å', C: 'Ç', E: 'É', I: 'Î', N: 'Ñ', O: 'Ö', S: 'Š', U: 'Û' },
};
const GROWTH = 0.4;

/** English that can be read and is no English: accents on the letters, brackets around each text, 40 % longer. */
export function pseudoPack(english: LanguagePack): LanguagePack {
  return nest(Object.entries(flattenPack(english)).map(([key, text]) => [key, pseudoText(text)] as const));
}

function pseudoText(text: string): string {
  const parts = text.split(PLACE);
  const accented = parts.map((part) => (PLACE.test(part) ? part : accent(part))).join('');
  const padding = '~'.repeat(Math.ceil(text.length * GROWTH));
  return `${PSEUDO_START}${accented} ${padding}${PSEUDO_END}`;
}

function accent(text: string): string {
  return Array.from(text, (letter) => ACCENTED[letter] ?? letter).join('');
}

function nest(texts: readonly (readonly [key: string, text: string])[]): LanguagePack {
  const pack: Record<string, unknown> = {};
  for (const [key, text] of texts) {
    const names = key.split('.');
    const last = names.pop() ?? key;
    const place = names.reduce<Record<string, unknown>>((parent, name) => {
      parent[name] ??= {};
      return parent[name] as Record<string, unknown>;
    }, pack);
    place[last] = text;
  }
  return pack;
}
