/** Names a site secret and knows it again; reveals nothing about it. */
export interface KnownKey {
  readonly siteKeyId: string;
  readonly siteKeyCheck: string;
}

/** Of a site whose secret was changed: those that rows may still need, and the keys of names. */
export interface KeyRecord {
  /** That of the process which started last comes first. */
  readonly keys: readonly KnownKey[];
  /** Sealed under one of them. */
  readonly names: string;
}

/**
 * Until its first change the record of a store is the check value of its one secret. Afterwards it is JSON,
 * which a release from before such changes takes for another site's secret: it would not find a name.
 */
export function readKeyRecord(text: string): KeyRecord | { readonly onlyCheck: string } {
  if (!text.startsWith('{')) return { onlyCheck: text };
  const { keys, names } = JSON.parse(text) as { keys: [string, string][]; names: string };
  return { keys: keys.map(([siteKeyId, siteKeyCheck]) => ({ siteKeyId, siteKeyCheck })), names };
}

export function writeKeyRecord({ keys, names }: KeyRecord): string {
  return JSON.stringify({ keys: keys.map(({ siteKeyId, siteKeyCheck }) => [siteKeyId, siteKeyCheck]), names });
}
