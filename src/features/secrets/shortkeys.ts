/** Enough of a key for people to tell a few apart. */
export function shortkey(key: string): string {
  return key.slice(0, 8);
}

/** Less of the one that opens something. */
export function secretShortkey(key: string): string {
  return key.slice(0, 6);
}
