import { domainToASCII } from 'node:url';
import { readableDomain } from './readable-domain.ts';

/** Scripts in which names are registered (Unicode, UAX 31, table 5), and which stand alone in a label. */
const ALONE =
  'Latn Cyrl Grek Armn Geor Hebr Arab Thaa Ethi Tibt Mymr Khmr Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo';
/** Those that stand in one label beside others (UTS 39, 5.2, 'highly restrictive'). */
const TOGETHER = ['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'];
/** What scripts share, such as digits and marks, may stand in any. */
const SHARED = ['Zyyy', 'Zinh'];
const OF_ONE_SCRIPT = [...ALONE.split(' '), ...TOGETHER].map((scripts) => {
  const signs = [...SHARED, ...scripts.split(' ')].map((script) => `\\p{scx=${script}}`);
  return new RegExp(`^[${signs.join('')}]*$`, 'u');
});

/** Letters of one other script that look like Latin ones: a label of nothing else would be taken for Latin. */
const LIKE_LATIN = /^(?:[-\d]|[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ])+$|^(?:[-\d]|[αικνρυωηοτ])+$/u;
const PLAIN = /^[-\da-z]*$/;

/**
 * A name in A-labels as people read it, unless it could be taken for another: whoever is to recognise a name by it must
 * not be shown 'pаypal.com' with one letter of Cyrillic. Such a one stays in A-labels, as browsers show it too.
 */
export function unmistakableDomain(ascii: string): string {
  const readable = readableDomain(ascii);
  const labels = readable.split('.');
  const hasLatinEnd = PLAIN.test(labels.at(-1) ?? '');
  const isClear = (label: string) =>
    PLAIN.test(label) ||
    (OF_ONE_SCRIPT.some((script) => script.test(label)) && !(hasLatinEnd && LIKE_LATIN.test(label)));
  return labels.every(isClear) ? readable : ascii;
}

/** The same of what stands behind the @ of an address that is kept. */
export function unmistakableAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + unmistakableDomain(domainToASCII(address.slice(at)));
}
