/**
 * Of the rows of a store, whichever engine keeps them. A newer minor only adds what an older release may
 * ignore, and reads what an older release goes on writing; a newer major is refused.
 */
export interface SchemaVersion {
  readonly major: number;
  readonly minor: number;
}

/** What this release writes. */
export const SCHEMA: SchemaVersion = { major: 1, minor: 7 };

export function schemaText({ major, minor }: SchemaVersion): string {
  return `${major}.${minor}`;
}

export function readSchema(text: string): SchemaVersion {
  const [major, minor] = text.split('.').map(Number);
  return { major: major ?? Number.NaN, minor: minor ?? 0 };
}

/** For the operator, who has started a release on a store that a later one has written. */
export function otherMajorText(found: SchemaVersion, ours: SchemaVersion = SCHEMA): string {
  return `the store has schema ${schemaText(found)}, this release reads ${ours.major}.x; hint: run the release that wrote it`;
}
