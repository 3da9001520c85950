import { formatLifetime, formatNumber } from '#src/ui/amounts.ts';

/** What stands in the place of `{{name}}`. null, '', 0 seconds, an empty list: it has no value. */
export type PlaceholderValue =
  | { readonly kind: 'text'; readonly text: string | null }
  | { readonly kind: 'number'; readonly count: number }
  | { readonly kind: 'duration'; readonly seconds: number }
  | { readonly kind: 'address'; readonly address: string | null }
  | { readonly kind: 'flag'; readonly isOn: boolean };

export interface PlaceholderValues {
  readonly byName: Readonly<Record<string, PlaceholderValue>>;
  /** A line with `{{version.name}}` or `{{version.supported | Yes | No}}` is repeated for each. */
  readonly versions: readonly { readonly name: string; readonly isSupported: boolean }[];
}

/** A place in a text, as it was found. */
export interface Placeholder {
  readonly value: PlaceholderValue;
  /** Whether all that it stands in is left out. */
  readonly hides: boolean;
  /** `{{?name}}` and `{{!name}}` print nothing. */
  readonly isSilent: boolean;
  /** Words to choose from: of a number the plural forms of the language, of a flag yes and no. */
  readonly forms: readonly string[];
  readonly hasMark: boolean;
}

/** A text whose placeholders are marks that mean nothing to Markdown, and what the marks stand for. */
export interface MarkedText {
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
}

export interface TextProblem {
  /** From 1. */
  readonly line: number;
  /** What is wrong, for the operator. */
  readonly problem: string;
}

const PLACE = /\{\{\s*([?!]?)\s*([a-z][a-z0-9_.]*)\s*((?:\\?\|[^{}|*`[\]<>\\\n]*)*)\}\}/g;
const MARK = /\ue100(\d+)\ue101/g;
/** What would be taken for our marks, and the byte order mark that editors put at the beginning of a file. */
const OWN_CHARACTERS = /[\ue100-\ue10f]|^\ufeff/g;

/** Puts a mark into the place of every placeholder. */
export function markPlaceholders(source: string, values: PlaceholderValues): MarkedText & { problems: TextProblem[] } {
  const placeholders: Placeholder[] = [];
  const problems: TextProblem[] = [];
  const lines = source.replaceAll(OWN_CHARACTERS, '').split(/\r?\n/);
  const marked = lines.flatMap((line, at) =>
    scopesOf(line, values).map((names) => {
      const text = line.replaceAll(PLACE, (place, sign: string, name: string, forms: string) => {
        const value = Object.hasOwn(names, name) ? names[name] : undefined;
        if (value === undefined) problems.push({ line: at + 1, problem: `${place} is no placeholder` });
        else placeholders.push(placeholderOf(value, { sign, name, forms }));
        return value === undefined ? '' : `\ue100${placeholders.length - 1}\ue101`;
      });
      const rest = /\{\{|\}\}/.exec(text);
      if (rest) problems.push({ line: at + 1, problem: `${rest[0]} belongs to no placeholder` });
      return text;
    }),
  );
  return { text: marked.join('\n'), placeholders, problems: withoutRepeats(problems) };
}

type Names = PlaceholderValues['byName'];

/** The values for a line: once, or once for each version if the line names those of a version. */
function scopesOf(line: string, { byName, versions }: PlaceholderValues): readonly Names[] {
  if (!/\{\{\s*version\./.test(line)) return [byName];
  return versions.map(({ name, isSupported }) => ({
    ...byName,
    'version.name': { kind: 'text', text: name } as const,
    'version.supported': { kind: 'flag', isOn: isSupported } as const,
  }));
}

interface Found {
  readonly sign: string;
  readonly name: string;
  readonly forms: string;
}

function placeholderOf(value: PlaceholderValue, { sign, name, forms }: Found): Placeholder {
  const has = hasValue(value);
  const words = forms.split(/\\?\|/).slice(1);
  const choosesByFlag = value.kind === 'flag' && words.length > 0;
  return {
    value,
    hides: sign === '!' ? has : !has && !choosesByFlag,
    isSilent: sign !== '' || (value.kind === 'flag' && words.length === 0),
    forms: words.map((form) => form.trim()),
    hasMark: name === 'version.supported',
  };
}

function hasValue(value: PlaceholderValue): boolean {
  switch (value.kind) {
    case 'text':
      return value.text !== null && value.text !== '';
    case 'address':
      return value.address !== null;
    case 'duration':
      return value.seconds > 0;
    case 'flag':
      return value.isOn;
    case 'number':
      return true;
  }
}

/** Whether a piece of a marked text is to be left out. */
export function isHidden(piece: string, placeholders: readonly Placeholder[]): boolean {
  return Array.from(piece.matchAll(MARK)).some(([, at]) => placeholders[Number(at)]?.hides);
}

/** Puts what `draw` makes of each placeholder into the places of the marks. */
export function fillMarks(text: string, { placeholders }: MarkedText, draw: (place: Placeholder) => string): string {
  return text.replaceAll(MARK, (_, at) => {
    const place = placeholders[Number(at)];
    return place === undefined ? '' : draw(place);
  });
}

/** A placeholder in the words of a language (BCP 47). */
export function wordsOf({ value, isSilent, forms }: Placeholder, lang: string): string {
  if (isSilent) return '';
  switch (value.kind) {
    case 'text':
      return value.text ?? '';
    case 'address':
      return value.address ?? '';
    case 'duration':
      return formatLifetime(lang, value.seconds);
    case 'flag':
      return forms[value.isOn ? 0 : 1] ?? '';
    case 'number':
      return [formatNumber(lang, value.count), pluralOf(value.count, forms, lang)].filter(Boolean).join(' ');
  }
}

/** Forms stand in the order in which Unicode lists the categories of a language: in English one, other. */
function pluralOf(count: number, forms: readonly string[], lang: string): string {
  const rules = new Intl.PluralRules(lang);
  const ordered = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
  const categories = ordered.filter((category) => rules.resolvedOptions().pluralCategories.includes(category));
  return forms[categories.indexOf(rules.select(count))] ?? forms.at(-1) ?? '';
}

function withoutRepeats(problems: readonly TextProblem[]): TextProblem[] {
  const seen = new Map(problems.map((found) => [`${found.line} ${found.problem}`, found]));
  return [...seen.values()];
}
