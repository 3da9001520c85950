import type { MetadataKey, SecretKey } from '#src/crypto/ids.ts';
import { secondsLeft, toSeconds } from '#src/values/seconds.ts';
import { utcStamp } from '#src/values/utc-stamp.ts';
import type { Concealed } from './conceal.ts';
import type { RevealedSecret, WaitingSecret } from './recipient.ts';
import { displayLines, type GuessPolicy, isLocked, triableFromMs, triesLeft } from './secret.ts';
import type { SecretRow } from './secret-store.ts';
import type {
  ConcealRecordWire,
  MetadataState,
  MetadataWire,
  PrivateDetailsWire,
  PrivateRecordWire,
  RecipientDetailsWire,
  RecipientRecordWire,
  SecretStatusRecordWire,
  SecretWire,
} from './secret-wire.ts';
import type { ListedSecret, SentSecret } from './sender.ts';
import { secretShortkey, shortkey } from './shortkeys.ts';
import type { Stamps } from './stamps.ts';

/** What the shapes need besides the secret itself. */
export interface PresentContext {
  /** Scheme and host, for links to the sender's pages. */
  readonly origin: string;
  /** Where the link leads that is shared: host as people read it, scheme and host. */
  readonly share: { readonly host: string; readonly origin: string };
  readonly stamps: Stamps;
  readonly nowMs: number;
}

/** What the recipient's shapes need besides. */
export interface RecipientContext extends PresentContext {
  /** Whether the asker has created this secret. */
  readonly isOwner: (row: Pick<SecretRow, 'ownerTag'>) => boolean;
}

/** The life of a row in the words that senders read. */
function stateOf(row: Pick<SecretRow, 'life' | 'openedAtMs'>): MetadataState {
  if (row.life !== 'live') return row.life;
  return row.openedAtMs === null ? 'new' : 'previewed';
}

export function presentConcealed(concealed: Concealed, context: PresentContext): ConcealRecordWire {
  return {
    metadata: metadataWire(concealed, context),
    secret: secretWire(concealed, context),
    share_domain: concealed.facts.shareDomain,
    ...(concealed.generated !== null && { secret_value: concealed.generated }),
  };
}

export function presentPrivateRecord(sent: SentSecret, context: PresentContext): PrivateRecordWire {
  const metadata = metadataWire(sent, context);
  return {
    ...metadata,
    share_path: sent.row.life === 'live' ? secretPath(sent.facts.secretKey) : '',
    burn_path: `${privatePath(sent.metadataKey)}/burn`,
    metadata_path: privatePath(sent.metadataKey),
    natural_expiration: metadata.expiration_stamp,
    expiration: toSeconds(sent.row.expiresAtMs),
    expiration_in_seconds: metadata.secret_ttl,
  };
}

export function presentPrivateDetails(
  sent: SentSecret,
  context: PresentContext,
  policy: GuessPolicy,
): PrivateDetailsWire {
  const { row, facts, copy } = sent;
  const isReceived = row.life === 'received';
  const isBurned = row.life === 'burned';
  const received = writingsOf(isReceived ? row.endedAtMs : null, context);
  const burned = writingsOf(isBurned ? row.endedAtMs : null, context);
  return {
    ...{ received: received.seconds, received_date: received.date, received_date_utc: received.dateUtc },
    ...{ burned: burned.seconds, burned_date: burned.date, burned_date_utc: burned.dateUtc },
    is_received: isReceived,
    is_burned: isBurned,
    is_destroyed: isReceived || isBurned,
    has_passphrase: row.hasPassphrase,
    can_decrypt: copy !== null,
    secret_value: copy?.content ?? null,
    display_lines: copy ? displayLines(copy.content) : 0,
    is_truncated: facts.isTruncated,
    show_secret: copy !== null,
    show_secret_link: row.life === 'live',
    show_metadata: true,
    show_metadata_link: true,
    show_recipients: facts.recipients.length > 0,
    maxviews: 1,
    view_count: isReceived ? 1 : 0,
    passphrase_failures: row.failures,
    locked_until: isLocked(row, context.nowMs, policy) ? toSeconds(row.lockedUntilMs) : null,
    burned_by: row.burnedBy,
    shown_until: copy ? toSeconds(copy.untilMs) : null,
  };
}

export function presentRecipientRecord(
  secret: WaitingSecret | RevealedSecret,
  context: RecipientContext,
): RecipientRecordWire {
  const { secretKey, row, facts } = secret;
  return {
    key: secretKey,
    secret_key: secretKey,
    secret_shortkey: secretShortkey(secretKey),
    ...('content' in secret && { secret_value: secret.content }),
    has_passphrase: row.hasPassphrase,
    verification: facts.isVerification,
    is_truncated: facts.isTruncated,
    original_size: facts.originalChars,
    is_owner: context.isOwner(row),
    share_domain: facts.shareDomain,
    secret_ttl: 'content' in secret ? 0 : secondsLeft(row.expiresAtMs, context.nowMs),
  };
}

export function presentRecipientDetails(
  secret: WaitingSecret | RevealedSecret,
  context: RecipientContext,
  policy: GuessPolicy,
): RecipientDetailsWire {
  const { row, facts } = secret;
  const content = 'content' in secret ? secret.content : null;
  return {
    verification: facts.isVerification,
    is_owner: context.isOwner(row),
    show_secret: content !== null,
    correct_passphrase: content !== null,
    display_lines: content === null ? 0 : displayLines(content),
    one_liner: content !== null && !content.includes('\n'),
    continue: content !== null,
    tries_left: row.hasPassphrase ? triesLeft(row, context.nowMs, policy) : null,
    retry_after: secondsLeft(triableFromMs(row, context.nowMs, policy), context.nowMs),
  };
}

/** A link to a new password that still works: nothing is in it, and nothing can be revealed. */
export function presentResetKey(key: string): { record: RecipientRecordWire; details: RecipientDetailsWire } {
  const flags = { has_passphrase: false, verification: false, is_truncated: false, is_owner: false };
  const none = { original_size: 0, share_domain: '', secret_ttl: 0 };
  return {
    record: { key, secret_key: key, secret_shortkey: secretShortkey(key), ...flags, ...none },
    details: {
      ...{ verification: false, is_owner: false, show_secret: false, correct_passphrase: false, continue: false },
      ...{ display_lines: 0, one_liner: false, tries_left: null, retry_after: 0 },
    },
  };
}

export function presentStatus(
  key: string,
  row: SecretRow | null,
  context: PresentContext,
): { record: SecretStatusRecordWire; details: { realttl: number } } {
  if (row === null) return { record: { state: 'unknown' }, details: { realttl: 0 } };
  const realttl = row.life === 'live' ? secondsLeft(row.expiresAtMs, context.nowMs) : 0;
  const secret_shortkey = secretShortkey(key);
  return {
    record: { state: stateOf(row), key, secret_shortkey, has_passphrase: row.hasPassphrase, secret_ttl: realttl },
    details: { realttl },
  };
}

/** The metadata record as every answer about a sent secret holds it. */
export function metadataWire(sent: ListedSecret, context: PresentContext): MetadataWire {
  const { metadataKey, row, facts } = sent;
  const { origin, share, nowMs } = context;
  const isLive = row.life === 'live';
  const ttl = isLive ? secondsLeft(row.expiresAtMs, nowMs) : 0;
  const createdUtc = utcStamp(row.createdAtMs);
  return {
    key: metadataKey,
    identifier: metadataKey,
    shortkey: shortkey(metadataKey),
    secret_shortkey: secretShortkey(facts.secretKey),
    ...(isLive && { secret_key: facts.secretKey }),
    custid: ownerNameOf(sent),
    state: stateOf(row),
    created: toSeconds(row.createdAtMs),
    updated: toSeconds(row.endedAtMs ?? row.openedAtMs ?? row.createdAtMs),
    stamp: createdUtc,
    lifespan: facts.ttlSeconds,
    secret_ttl: ttl,
    metadata_ttl: secondsLeft(row.recordExpiresAtMs, nowMs),
    share_domain: facts.shareDomain,
    recipients: facts.recipients.join(', '),
    show_recipients: facts.recipients.length > 0,
    has_passphrase: row.hasPassphrase,
    is_previewed: row.openedAtMs !== null,
    is_viewed: row.viewedAtMs !== null,
    is_received: row.life === 'received',
    is_burned: row.life === 'burned',
    is_expired: row.life === 'expired',
    is_destroyed: row.life === 'received' || row.life === 'burned',
    is_truncated: facts.isTruncated,
    share_url: isLive ? share.origin + secretPath(facts.secretKey) : '',
    metadata_url: origin + privatePath(metadataKey),
    burn_url: `${origin}${privatePath(metadataKey)}/burn`,
    expiration_stamp: context.stamps.duration(ttl),
    created_date_utc: createdUtc,
  };
}

function secretWire({ secretKey: key, row, facts }: Concealed, context: PresentContext): SecretWire {
  return {
    key,
    identifier: key,
    shortkey: shortkey(key),
    secret_shortkey: secretShortkey(key),
    state: stateOf(row),
    secret_ttl: secondsLeft(row.expiresAtMs, context.nowMs),
    lifespan: facts.ttlSeconds,
    has_passphrase: row.hasPassphrase,
    verification: facts.isVerification,
    is_truncated: facts.isTruncated,
    created: toSeconds(row.createdAtMs),
    updated: toSeconds(row.createdAtMs),
  };
}

/** An instant as programs, the asker and everybody read it; null where nothing has happened. */
function writingsOf(atMs: number | null, { stamps }: PresentContext) {
  if (atMs === null) return { seconds: null, date: null, dateUtc: null };
  return { seconds: toSeconds(atMs), date: stamps.date(atMs), dateUtc: utcStamp(atMs) };
}

/** 'anon' once the account is gone, though the facts that were sealed with the secret still name it. */
export function ownerNameOf({ row, facts }: ListedSecret): string {
  return (row.ownerTag === null ? null : facts.owner) ?? 'anon';
}

function secretPath(key: SecretKey): string {
  return `/secret/${key}`;
}

function privatePath(key: MetadataKey): string {
  return `/private/${key}`;
}
