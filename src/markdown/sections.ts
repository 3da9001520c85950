import type { Token, Tokens } from 'marked';
import { isHidden, type Placeholder } from './placeholders.ts';

interface Section {
  /** null: what stands before the first heading. */
  readonly heading: Tokens.Heading | null;
  readonly blocks: readonly Token[];
}

/**
 * Leaves out what has a placeholder without a value: the paragraph, list item or row it stands in; a
 * section where it stands in the heading, and one that nothing but a summary is left of.
 */
export function withoutHidden(tokens: readonly Token[], placeholders: readonly Placeholder[]): Token[] {
  const shown = showable(sectionsOf(tokens), placeholders).map(({ heading, blocks }) => ({
    ...{ heading, blocks: blocks.flatMap((block) => keptBlock(block, placeholders)) },
    isWhole: !blocks.some(({ raw }) => isHidden(raw, placeholders)),
  }));
  return withContent(shown).flatMap(({ heading, blocks }) => (heading === null ? blocks : [heading, ...blocks]));
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: { heading: Tokens.Heading | null; blocks: Token[] }[] = [{ heading: null, blocks: [] }];
  for (const token of tokens) {
    if (isHeading(token)) sections.push({ heading: token, blocks: [] });
    else sections.at(-1)?.blocks.push(token);
  }
  return sections;
}

/** Without those under a hidden heading, or under one above them that is hidden. */
function showable(sections: readonly Section[], placeholders: readonly Placeholder[]): Section[] {
  let hiddenDepth = Number.POSITIVE_INFINITY;
  return sections.filter(({ heading }) => {
    if (heading === null || heading.depth > hiddenDepth) return heading === null;
    hiddenDepth = isHidden(heading.raw, placeholders) ? heading.depth : Number.POSITIVE_INFINITY;
    return hiddenDepth === Number.POSITIVE_INFINITY;
  });
}

/** Without headings that nothing is left under; what stands under a deeper heading counts. */
function withContent(sections: readonly (Section & { readonly isWhole: boolean })[]): Section[] {
  const kept: Section[] = [];
  for (const section of sections.toReversed()) {
    const depth = section.heading?.depth ?? 0;
    const isFull = section.blocks.some(
      (block) => block.type !== 'space' && (section.isWhole || block.type !== 'blockquote'),
    );
    const hasChild = (kept.at(-1)?.heading?.depth ?? 0) > depth;
    if (depth < 2 || isFull || hasChild) kept.push(section);
  }
  return kept.reverse();
}

/** What is left of a block, as a list of none or one. */
function keptBlock(token: Token, placeholders: readonly Placeholder[]): Token[] {
  const keep = (tokens: readonly Token[] = []) => tokens.flatMap((child) => keptBlock(child, placeholders));
  if (isBlockquote(token)) {
    const tokens = keep(token.tokens);
    return tokens.some(({ type }) => type !== 'space') ? [{ ...token, tokens }] : [];
  }
  if (isList(token)) {
    const items = token.items.map((item) => ({ ...item, tokens: keep(item.tokens) }));
    const left = items.filter(({ tokens }) => tokens.length > 0);
    return left.length > 0 ? [{ ...token, items: left }] : [];
  }
  if (isTable(token)) {
    const rows = token.rows.filter((row) => !row.some(({ text }) => isHidden(text, placeholders)));
    return rows.length > 0 && !isHidden(headOf(token), placeholders) ? [{ ...token, rows }] : [];
  }
  return isHidden(token.raw, placeholders) ? [] : [token];
}

function headOf({ header }: Tokens.Table): string {
  return header.map(({ text }) => text).join(' ');
}

export function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function isBlockquote(token: Token): token is Tokens.Blockquote {
  return token.type === 'blockquote';
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}
