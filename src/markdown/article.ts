import { Marked, Renderer, type RendererObject, type Token } from 'marked';
import { fail, ok, type Result } from '#src/result.ts';
import { escapeHtml } from '#src/ui/escape-html.ts';
import { createIds, splitHeading } from './headings.ts';
import {
  fillMarks,
  type MarkedText,
  markPlaceholders,
  type Placeholder,
  type PlaceholderValues,
  type TextProblem,
  wordsOf,
} from './placeholders.ts';
import { plainText } from './plain-text.ts';
import { OWN_ID, safeHtml } from './safe-html.ts';
import { isHeading, withoutHidden } from './sections.ts';

/** What becomes of a Markdown file. */
export interface Article {
  /** The first line: `# Title`. */
  readonly title: string;
  /** The paragraph behind it, in words alone. */
  readonly lead: string | null;
  /** Safe HTML. */
  readonly html: string;
  /** Headings of the second level. */
  readonly contents: readonly { readonly id: string; readonly text: string }[];
}

export interface ArticleOptions {
  readonly values: PlaceholderValues;
  /** BCP 47, of the text. */
  readonly lang: string;
  readonly draw: ArticleParts;
}

/** How the page draws what Markdown does not know. Each gives trusted HTML. */
export interface ArticleParts {
  address(address: string): string;
  /** Whether a version is supported, with the words for it. */
  support(isSupported: boolean, words: string): string;
}

export interface ArticleFailure {
  readonly kind: 'article';
  readonly problems: readonly TextProblem[];
}

/** Turns Markdown with placeholders into an article, or says on which lines it cannot. */
export function renderArticle(source: string, options: ArticleOptions): Result<Article, ArticleFailure> {
  const { problems, ...marked } = markPlaceholders(source, options.values);
  if (problems.length > 0) return fail({ kind: 'article', problems });
  const tokens = withoutHidden(new Marked().lexer(marked.text), marked.placeholders);
  const [first, ...rest] = tokens.filter(({ type }) => type !== 'space' && type !== 'def');
  if (first === undefined || !isHeading(first) || first.depth !== 1) {
    return fail({ kind: 'article', problems: [{ line: 1, problem: 'an article begins with its title: # Title' }] });
  }
  const say = (tokens: readonly Token[]) => fillWords(plainText(tokens), marked, options.lang);
  const lead = rest[0]?.type === 'paragraph' ? say(rest[0].tokens ?? []) : null;
  const { html, contents } = drawBody(lead === null ? rest : rest.slice(1), marked, options);
  return ok({ title: say(first.tokens), lead, html, contents });
}

function drawBody(tokens: readonly Token[], marked: MarkedText, { lang, draw }: ArticleOptions) {
  const placeholders = [...marked.placeholders];
  const contents: { id: string; text: string }[] = [];
  const words = (text: string) => fillWords(text, marked, lang);
  const renderer = createRenderer({
    words,
    note: (id, text) => contents.push({ id, text }),
    markAddress: (address) => `\ue100${placeholders.push(addressPlace(address)) - 1}\ue101`,
  });
  const html = safeHtml(new Marked({ renderer }).parser([...tokens]), words);
  return { html: fillMarks(html, { text: html, placeholders }, (place) => drawPlace(place, lang, draw)), contents };
}

interface Drawing {
  /** A text with its placeholders filled in. */
  words(text: string): string;
  /** Puts a heading into the list of contents. */
  note(id: string, text: string): void;
  markAddress(address: string): string;
}

function createRenderer({ words, note, markAddress }: Drawing): RendererObject {
  const newId = createIds();
  /** The id of the last one: what a table that scrolls is called. */
  let heading: string | null = null;
  const plain = Renderer.prototype;
  return {
    heading(token) {
      const { tokens, id: own } = splitHeading(token);
      const text = words(plainText(tokens));
      const id = newId(own, text);
      const level = Math.min(Math.max(token.depth, 2), 4);
      heading = id;
      if (level === 2) note(id, text);
      return `<h${level} id="${OWN_ID}${id}"><a class="anchor" href="#${id}">${escapeHtml(text)}</a></h${level}>\n`;
    },
    blockquote({ tokens }) {
      return `<div class="quote">${this.parser.parse(tokens)}</div>\n`;
    },
    table(token) {
      const table = plain.table.call(this, token).replace('<table>', '<table class="table">');
      const region = heading === null ? '' : ` role="region" tabindex="0" aria-labelledby="${heading}"`;
      return `<div class="table-wrap"${region}>${table.replaceAll('<th>', '<th scope="col">')}</div>\n`;
    },
    link(token) {
      const href = words(token.href);
      const address = /^mailto:([^?]+)/i.exec(href)?.[1];
      if (address !== undefined) return markAddress(address);
      return plain.link.call(this, { ...token, href, tokens: [textToken(words(plainText(token.tokens)))] });
    },
    image: ({ text }) => escapeHtml(words(text)),
    checkbox: () => '',
  };
}

function fillWords(text: string, marked: MarkedText, lang: string): string {
  return fillMarks(text, marked, (place) => wordsOf(place, lang)).trim();
}

function textToken(text: string): Token {
  return { type: 'text', raw: text, text, escaped: false };
}

function addressPlace(address: string): Placeholder {
  return { value: { kind: 'address', address }, hides: false, isSilent: false, forms: [], hasMark: false };
}

/** Trusted HTML for a placeholder in the text of a page. */
function drawPlace(place: Placeholder, lang: string, draw: ArticleParts): string {
  const words = wordsOf(place, lang);
  if (place.isSilent) return '';
  if (place.value.kind === 'address') return draw.address(words);
  if (place.hasMark && place.value.kind === 'flag') return draw.support(place.value.isOn, words);
  // In a text from right to left "1.x" would otherwise be read as "x.1".
  return place.value.kind === 'text' ? `<bdi>${escapeHtml(words)}</bdi>` : escapeHtml(words);
}
