import { textDirection } from './language-tag.ts';

const [ISOLATE, END] = ['\u2068', '\u2069'];

/**
 * How a value stands in a sentence of a language (BCP 47): a number as the language writes it; words, if the language
 * runs from right to left, isolated (UAX 9), so that a name or an address does not mix up the order.
 */
export function shownValues(lang: string): (value: string | number) => string {
  const numbers = new Intl.NumberFormat(lang);
  const isIsolated = textDirection(lang) === 'rtl';
  return (value) => {
    if (typeof value === 'number') return numbers.format(value);
    return isIsolated ? `${ISOLATE}${value}${END}` : value;
  };
}
