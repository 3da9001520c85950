import { pluralCategories } from '#src/i18n/plural.ts';

const HEADING_ID = /\{#[\w-]+\}/;
const PLACEHOLDER = /\{\{\s*([?!]?[\w.]+)\s*(?:\|([^}]*))?\}\}/g;
/** Yes and no, in every language. */
const ANSWERS = { name: 'version.supported', forms: 2 } as const;

/** How an article differs from the English one in what must be the same: headings, lists, tables, placeholders. */
export function checkArticle(text: string, english: string, locale: string): readonly string[] {
  return [...shapeProblems(text, english), ...placeholderProblems(text, english), ...formProblems(text, locale)];
}

function shapeProblems(text: string, english: string): readonly string[] {
  const [shape, wanted] = [shapeOf(text), shapeOf(english)];
  const at = wanted.findIndex((piece, index) => piece !== shape[index]);
  if (at >= 0) return [`the piece “${wanted[at]}” of the English text is “${shape[at] ?? 'missing'}” here`];
  return shape.length > wanted.length ? [`“${shape[wanted.length]}” is not in the English text`] : [];
}

/** The skeleton of an article: a piece for each heading with its id, each summary, list item and row. */
function shapeOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [hashes] = /^#+(?= )/.exec(line) ?? [];
    if (hashes !== undefined) return [`${hashes} ${HEADING_ID.exec(line)?.[0] ?? ''}`];
    if (line.startsWith('|')) return [`row of ${withoutForms(line).split('|').length - 2}`];
    return line.startsWith('> ') ? ['summary'] : line.startsWith('- ') ? ['item'] : [];
  });
}

function withoutForms(text: string): string {
  return text.replaceAll(PLACEHOLDER, '{{$1}}');
}

function placeholderProblems(text: string, english: string): readonly string[] {
  const left = namesIn(text);
  const lacking = namesIn(english).filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...lacking.map((name) => `lacks {{${name}}}`),
    ...left.map((name) => `has {{${name}}} once more than the English text`),
  ];
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name);
}

function formProblems(text: string, locale: string): readonly string[] {
  const categories = pluralCategories(locale);
  return Array.from(text.matchAll(PLACEHOLDER)).flatMap(([, name = '', forms]) => {
    if (forms === undefined) return [];
    const wanted = name === ANSWERS.name ? ANSWERS.forms : categories.length;
    const found = forms.split('|').length;
    return found === wanted ? [] : [`{{${name}}} has ${found} forms and needs ${wanted} (${categories.join(', ')})`];
  });
}
