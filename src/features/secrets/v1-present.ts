import { secondsLeft, toSeconds } from '#src/values/seconds.ts';
import { ownerNameOf } from './secret-present.ts';
import type { ListedSecret, SentSecret } from './sender.ts';
import { secretShortkey } from './shortkeys.ts';
import type { V1BurnedWire, V1MetadataWire, V1State } from './v1-wire.ts';

/** `value`: a generated password where it may be told; null for none. */
export function presentV1Metadata(sent: ListedSecret, nowMs: number, value: string | null = null): V1MetadataWire {
  const { metadataKey, row, facts } = sent;
  return {
    custid: ownerNameOf(sent),
    metadata_key: metadataKey,
    ...(row.life !== 'received' && { secret_key: row.life === 'live' ? facts.secretKey : '' }),
    ttl: facts.ttlSeconds,
    metadata_ttl: secondsLeft(row.recordExpiresAtMs, nowMs),
    ...(row.life !== 'received' && { secret_ttl: row.life === 'burned' ? null : secondsLeft(row.expiresAtMs, nowMs) }),
    state: stateOf(sent),
    updated: toSeconds(row.endedAtMs ?? row.viewedAtMs ?? row.createdAtMs),
    created: toSeconds(row.createdAtMs),
    ...(row.life === 'received' && { received: toSeconds(row.endedAtMs ?? row.createdAtMs) }),
    recipient: facts.recipients,
    share_domain: facts.shareDomain,
    passphrase_required: row.hasPassphrase,
    ...(value !== null && { value }),
  };
}

/** As lists have it: whoever sees the list asks for a record to get its link. */
export function presentV1Listed(sent: ListedSecret, nowMs: number): V1MetadataWire {
  const { secret_key: _, ...metadata } = presentV1Metadata(sent, nowMs);
  return metadata;
}

export function presentV1Burned(sent: SentSecret, nowMs: number): V1BurnedWire {
  return { state: presentV1Metadata(sent, nowMs), secret_shortkey: secretShortkey(sent.facts.secretKey) };
}

function stateOf({ row }: ListedSecret): V1State {
  if (row.life === 'received' || row.life === 'burned') return row.life;
  return row.viewedAtMs === null ? 'new' : 'viewed';
}
