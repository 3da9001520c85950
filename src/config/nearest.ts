/** The candidate that was most likely meant, or null when none is close. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(2, word.length / 4) ? best.candidate : null;
}

/** Edits between two dotted names; the right last part in a wrong place counts as one. */
function distanceOf(word: string, candidate: string): number {
  const isMisplaced = lastPart(word) === lastPart(candidate);
  return isMisplaced && word !== candidate ? 1 : editDistance(word, candidate);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Levenshtein distance, one row at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) row = nextRow(row, index + 1, letter, to);
  return row.at(-1) ?? 0;
}

function nextRow(above: readonly number[], first: number, letter: string, to: string): number[] {
  const row = [first];
  for (const [column, other] of [...to].entries()) {
    const changed = (above[column] ?? 0) + (letter === other ? 0 : 1);
    row.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
  }
  return row;
}
