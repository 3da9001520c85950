import type { Token } from 'marked';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/** What a reader reads of a line, without any markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(textOf)
    .join('')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/[ \t\n]+/g, ' ')
    .trim();
}

function textOf(token: Token): string {
  if (token.type === 'html') return '';
  if (token.type === 'br') return ' ';
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(textOf).join('');
  return 'text' in token ? String(token.text) : '';
}
