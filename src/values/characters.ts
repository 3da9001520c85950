/** Characters as people count them, which is how limits on contents and words are counted: Unicode code points. */
export function countChars(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `maxChars` of them; never half of one. */
export function truncateChars(text: string, maxChars: number): string {
  // A text has at most as many code points as UTF-16 units: most need no counting.
  if (text.length <= maxChars) return text;
  let end = 0;
  let count = 0;
  for (const char of text) {
    if (count === maxChars) return text.slice(0, end);
    count += 1;
    end += char.length;
  }
  return text;
}
