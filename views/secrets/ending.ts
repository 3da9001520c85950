import type { PrivateDetailsWire, PrivateRecordWire } from '#src/features/secrets/secret-wire.ts';

const SECOND_MS = 1000;

/** How and when a secret ended. */
export interface Ending {
  readonly kind: 'received' | 'burned' | 'expired';
  readonly atMs: number;
}

/** Null while it can still be opened. */
export function endingOf(secret: { record: PrivateRecordWire; details: PrivateDetailsWire }): Ending | null {
  const { record, details } = secret;
  if (details.received !== null) return { kind: 'received', atMs: details.received * SECOND_MS };
  if (details.burned !== null) return { kind: 'burned', atMs: details.burned * SECOND_MS };
  if (record.is_expired) return { kind: 'expired', atMs: record.expiration * SECOND_MS };
  return null;
}
