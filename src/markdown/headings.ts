import type { Token, Tokens } from 'marked';

/** Ids that pages have of their own. */
const TAKEN = ['main', 'page'];

/** At the end; marks of silent placeholders may follow. */
const OWN_ID = /\s*\{#([\p{L}\p{N}_-]+)\}(?=(?:\s|\ue100\d+\ue101)*$)/u;

/** Gives each heading of an article an id that is there once: its own, `## Title {#id}`, or one made of its words. */
export function createIds(): (own: string | null, words: string) => string {
  const taken = new Set<string>(TAKEN);
  return (own, words) => {
    const wanted = own ?? (slugOf(words) || 'section');
    let id = wanted;
    for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`;
    taken.add(id);
    return id;
  };
}

/** A heading without the id that is written behind it, and that id. */
export function splitHeading({ tokens }: Tokens.Heading): { tokens: Token[]; id: string | null } {
  const last = tokens.at(-1);
  const id = last?.type === 'text' ? OWN_ID.exec(last.raw)?.[1] : undefined;
  if (last === undefined || id === undefined) return { tokens, id: null };
  const text = last.raw.replace(OWN_ID, '');
  return { tokens: [...tokens.slice(0, -1), { type: 'text', raw: text, text, escaped: false }], id };
}

function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
