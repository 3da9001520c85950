import type { Mutant } from './judged.ts';

export type Language = 'lua' | 'sql';

/** A mutant and the place that it takes: offsets in UTF-16 units, the end not counted. */
export interface TextMutant extends Mutant {
  readonly start: number;
  readonly end: number;
}

interface Rule {
  readonly mutator: string;
  /** With the flag g. What it matches is exchanged for each of `by` in turn. */
  readonly pattern: RegExp;
  readonly by: readonly string[] | ((matched: string) => readonly string[]);
}

/** The scripts: template literals that begin with a line's end, or with what they have from others. */
const LUA_TEXTS = /(?<=(?:= |\()`)(?:\$\{\w+\})*\n[^`]*/g;
/** Statements, and pieces of them that are constants: those hold quotes, and so stand in double ones. */
const SQL_TEXTS =
  /(?<=`)(?:SELECT|INSERT|UPDATE|DELETE)\b[^`]*|(?<=')(?:SELECT|INSERT|UPDATE|DELETE)\b[^'\n]*|(?<== ")[^"\n]*(?=")/g;

const COMPARISONS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
} as const;

const comparisons: Rule = {
  mutator: 'comparison',
  pattern: /(?<=\s)(?:<=|>=|<|>)(?=\s)/g,
  by: (matched) => COMPARISONS[matched as keyof typeof COMPARISONS],
};

const nextNumber: Rule = { mutator: 'number', pattern: /\b\d+\b/g, by: (matched) => [String(Number(matched) + 1)] };

const LUA_RULES: readonly Rule[] = [
  comparisons,
  { mutator: 'equality', pattern: /==/g, by: ['~='] },
  { mutator: 'equality', pattern: /~=/g, by: ['=='] },
  { mutator: 'logic', pattern: /\band\b/g, by: ['or'] },
  { mutator: 'logic', pattern: /\bor\b/g, by: ['and'] },
  { mutator: 'logic', pattern: /\bnot /g, by: [''] },
  { mutator: 'condition', pattern: /(?<=\bif )[^\n]+?(?= then\b)/g, by: ['true', 'false'] },
  { mutator: 'arithmetic', pattern: / \+ /g, by: [' - '] },
  { mutator: 'arithmetic', pattern: / - /g, by: [' + '] },
  { mutator: 'arithmetic', pattern: / \* /g, by: [' / '] },
  { mutator: 'arithmetic', pattern: / \/ /g, by: [' * '] },
  { mutator: 'arithmetic', pattern: / \^ /g, by: [' * '] },
  { mutator: 'arithmetic', pattern: /\bmath\.min\b/g, by: ['math.max'] },
  { mutator: 'arithmetic', pattern: /\bmath\.max\b/g, by: ['math.min'] },
  nextNumber,
  { mutator: 'text', pattern: /'[^'\n]*'/g, by: (matched) => (isName(matched) ? ["''"] : []) },
  { mutator: 'statement', pattern: /(?<=\n *|then |else )redis\.call\([^\n]*?\)(?=\n| end| else)/g, by: [''] },
];

const SQL_RULES: readonly Rule[] = [
  comparisons,
  { mutator: 'equality', pattern: /(?<=\bWHERE [^']*) = (?=\?|'live')/g, by: [' IS NOT '] },
  { mutator: 'equality', pattern: / <> /g, by: [' = '] },
  { mutator: 'logic', pattern: /\bAND\b/g, by: ['OR'] },
  { mutator: 'logic', pattern: /(?<!INSERT )\bOR\b/g, by: ['AND'] },
  { mutator: 'null', pattern: /\bIS NULL\b/g, by: ['IS NOT NULL'] },
  { mutator: 'null', pattern: /\bIS NOT NULL\b/g, by: ['IS NULL'] },
  { mutator: 'order', pattern: /\bDESC\b/g, by: ['ASC'] },
  { mutator: 'conflict', pattern: / ON CONFLICT DO NOTHING/g, by: [''] },
  { mutator: 'limit', pattern: /(?<=\bLIMIT )\?/g, by: ['-?'] },
  { mutator: 'text', pattern: /'live'/g, by: ["'burned'"] },
  // What a statement sets stays as it was.
  {
    mutator: 'assignment',
    pattern: /\b(\w+) = (?:NULL|0|record_expires_at_ms|CASE[^,]*?END)(?=,|\s)/g,
    by: keptAsItWas,
  },
  { mutator: 'assignment', pattern: /(?<=\b(?:THEN|ELSE) )\w+/g, by: ["'another'"] },
];

const LANGUAGES = {
  lua: { texts: LUA_TEXTS, rules: LUA_RULES },
  sql: { texts: SQL_TEXTS, rules: SQL_RULES },
} as const;

/** Every mutant of the scripts or statements in this source text, in the order of their places. */
export function textMutantsOf(source: string, code: string, language: Language): TextMutant[] {
  const { texts, rules } = LANGUAGES[language];
  return [...code.matchAll(texts)]
    .flatMap((text) => rules.flatMap((rule) => mutantsBy(rule, text)))
    .map((place) => ({ source, ...lineAt(code, place.start), ...place }))
    .sort((one, other) => one.start - other.start);
}

function lineAt(code: string, at: number) {
  const line = code.slice(0, at).split('\n').length;
  return { line, code: code.split('\n')[line - 1]?.trim() ?? '' };
}

/** Without what the text has from elsewhere: `${…}` is mutated where it stands. */
function mutantsBy({ mutator, pattern, by }: Rule, text: RegExpExecArray) {
  const body = text[0].replaceAll(/\$\{\w+\}/g, (gap) => '_'.repeat(gap.length));
  return [...body.matchAll(pattern)].flatMap(({ 0: original, index }) =>
    (typeof by === 'function' ? by(original) : by).map((replacement) => ({
      ...{ mutator, original, replacement },
      ...{ start: text.index + index, end: text.index + index + original.length },
    })),
  );
}

/** A name of ours, not that of a command: no slip exchanges those, and a server kills the mutant by not knowing it. */
function isName(text: string): boolean {
  return text !== "''" && !/^'[A-Z]+'$/.test(text);
}

function keptAsItWas(assignment: string): readonly string[] {
  const [column = ''] = assignment.split(' = ');
  return [`${column} = ${column}`];
}
