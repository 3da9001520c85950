import type { Shared } from './knowledge.ts';

/** Stands in every content that is sent, so that it is found wherever it comes out again. */
export const MARK = /~m\d+~/g;

export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** Whatever was read or burned is nowhere any more, and is read once at most. */
export function checkContents(body: string, revealed: string | null, known: KnownContents): void {
  for (const [mark] of body.matchAll(MARK)) {
    const shared = known.byMark.get(mark);
    if (shared?.isOver) throw new BrokenPromise(`${mark} was over, and is told again`);
  }
  if (revealed === null) return;
  const shared = known.byKey.get(revealed);
  if (shared === undefined) return;
  if (shared.isOver) throw new BrokenPromise(`${revealed} was over, and is revealed`);
  shared.isOver = true;
}

export interface KnownContents {
  readonly byMark: ReadonlyMap<string, Shared>;
  readonly byKey: ReadonlyMap<string, Shared>;
}

/** What comes out is what went in; the end of a long one may have been cut off. */
export function checkSame(value: string, { content }: Shared): void {
  if (content === null || value === content) return;
  // Only what was too long for the plan is ever cut.
  if (content.length > 10_000 && content.startsWith(value)) return;
  throw new BrokenPromise(
    `${JSON.stringify(content.slice(0, 200))} comes out as ${JSON.stringify(value.slice(0, 200))}`,
  );
}
