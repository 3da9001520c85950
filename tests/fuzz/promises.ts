import type { Shared } from './knowledge.ts';

/** Stands in every content that is sent, so that it is found wherever it comes out again. */
export const MARK = /~m\d+~/g;

export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** An answer that reveals: by which key, and as which claimant somebody asked; null as none. */
export interface Revealed {
  readonly key: string;
  readonly claimant: string | null;
}

/** Whatever was read or burned is nowhere any more, and is read once at most, but by the claimant who has read it. */
export function checkContents(body: string, revealed: Revealed | null, known: KnownContents): void {
  const opened = revealed === null ? undefined : known.byKey.get(revealed.key);
  const isAgain = opened?.isOver === true && opened.claimant !== null && opened.claimant === revealed?.claimant;
  for (const [mark] of body.matchAll(MARK)) {
    const shared = known.byMark.get(mark);
    if (shared?.isOver && !(isAgain && shared === opened)) {
      throw new BrokenPromise(`${mark} was over, and is told again`);
    }
  }
  if (opened === undefined || isAgain) return;
  if (opened.isOver) throw new BrokenPromise(`${revealed?.key} was over, and is revealed`);
  Object.assign(opened, { isOver: true, claimant: revealed?.claimant ?? null });
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
