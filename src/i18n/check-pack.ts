import { categoryOf, pluralCategories, withoutCategory } from './plural.ts';

/** Texts by their whole key, as `flattenPack` gives them. */
type FlatPack = Readonly<Record<string, string>>;

export interface PackProblem {
  readonly key: string;
  /** What is wrong, for a translator to read. */
  readonly problem: string;
}

export interface PackCheck {
  /** One of our codes. */
  readonly locale: string;
  readonly pack: FlatPack;
  readonly english: FlatPack;
  /** Keys whose text is the same word in this language as in English. */
  readonly sameAsEnglish: ReadonlySet<string>;
}

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;
/** In these categories a language may write the number as a word, or use its dual. */
const MAY_OMIT_COUNT: ReadonlySet<string> = new Set(['zero', 'one', 'two']);
/** Words of English that no other language of ours has. */
const ENGLISH_WORDS = /\b(?:the|your|with|this|from|which|please|cannot)\b/i;
/** Parts that are names and examples everywhere: nobody translates them. */
const SAME_EVERYWHERE =
  /\b(?:DNS|TXT|CNAME|AAAA|A|SSL|API|EU|US|PNG|JPEG|WebP|kB|name@example\.com|404)\b|\{\{\w+\}\}/g;

/** What a translator has to mend: missing and unknown texts, plural forms, placeholders, leftovers, length. */
export function checkPack(check: PackCheck): readonly PackProblem[] {
  const wanted = wantedKeys(check);
  const missing = [...wanted].filter((key) => !(key in check.pack)).map((key) => ({ key, problem: 'is missing' }));
  const found = Object.entries(check.pack).flatMap(([key, text]) => {
    const problems = wanted.has(key) ? problemsOf(key, text, check) : [unknownOf(key, check)];
    return problems.map((problem) => ({ key, problem }));
  });
  return [...missing, ...found];
}

function wantedKeys({ english, locale }: PackCheck): ReadonlySet<string> {
  const categories = pluralCategories(locale);
  const keys = Object.keys(english).flatMap((key) =>
    categoryOf(key) === null ? [key] : categories.map((category) => `${withoutCategory(key)}_${category}`),
  );
  return new Set(keys);
}

function unknownOf(key: string, { english, locale }: PackCheck): string {
  const isPlural = Object.keys(english).some(
    (known) => categoryOf(known) && withoutCategory(known) === withoutCategory(key),
  );
  return isPlural
    ? `is a plural form that the language has not; it has ${pluralCategories(locale).join(', ')}`
    : 'is unknown: nothing asks for it';
}

function problemsOf(key: string, text: string, check: PackCheck): readonly string[] {
  const source = check.english[key] ?? check.english[`${withoutCategory(key)}_other`] ?? '';
  return [
    ...(text === text.trim() && text !== '' && !/ {2}|\t|\n/.test(text) ? [] : ['is empty, or has needless spaces']),
    ...placeProblems(key, text, check),
    ...(isLeftover(key, text, source, check) ? [`is English: “${text}”`] : []),
    ...(isTooLong(key, text, source) ? [`is too long for its place: at most ${mostChars(source)} characters`] : []),
  ];
}

function placeProblems(key: string, text: string, { english }: PackCheck): readonly string[] {
  const category = categoryOf(key);
  const whole = english[category === null ? key : `${withoutCategory(key)}_other`] ?? '';
  const [wanted, found] = [placesOf(whole), placesOf(text)];
  const mayOmit = (name: string) => name === 'count' && category !== null && MAY_OMIT_COUNT.has(category);
  return [
    ...[...wanted.difference(found)].filter((name) => !mayOmit(name)).map((name) => `lacks {{${name}}}`),
    ...[...found.difference(wanted)].map((name) => `has {{${name}}}, which nothing fills`),
  ];
}

function placesOf(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(PLACE), ([, name = '']) => name));
}

function isLeftover(key: string, text: string, source: string, { locale, sameAsEnglish }: PackCheck): boolean {
  if (locale === 'en') return false;
  if (ENGLISH_WORDS.test(text.replaceAll(SAME_EVERYWHERE, ''))) return true;
  return text === source && /\p{L}{2}/u.test(source.replaceAll(SAME_EVERYWHERE, '')) && !sameAsEnglish.has(key);
}

/** Buttons, tabs, heads of tables, entries of menus, links of header and footer, badges. */
const TIGHT = [
  /^shell\.(?:header\.(?!home)|footer\.)/,
  /^workspace\.tabs\./,
  /^(?!account\.password\.confirm).*\.(submit|confirm|cancel|send|save|upload|remove|action|copy|copied|later|continue|generate|manage|review|appearance)$/,
  /^customDomains\.(list|table|status)\./,
  /^colonel\.(tabs|customers)\./,
  /^account\.billing\.(?!cardEnding)/,
  /^slip\.stub\./,
  /^private\.(track|actions)\./,
  /^recents\.(?:sections\.|item\.burn$)/,
  /^plans\.(?:frequency\.(?!label)|price\.)/,
];
/** Longer English texts stand where there is room for a sentence. */
const LONGEST_LABEL = 30;
/** So much fits everywhere. */
const ALWAYS_FITS = 18;
const GROWTH = 1.6;
/** A value as long as most are. */
const VALUE = 'xxxxx';

function isTooLong(key: string, text: string, source: string): boolean {
  const isTight = charsOf(source) <= LONGEST_LABEL && TIGHT.some((pattern) => pattern.test(key));
  return isTight && charsOf(text) > mostChars(source);
}

function mostChars(source: string): number {
  return Math.max(ALWAYS_FITS, Math.floor(GROWTH * charsOf(source)));
}

function charsOf(text: string): number {
  return [...text.replaceAll(PLACE, VALUE)].length;
}
