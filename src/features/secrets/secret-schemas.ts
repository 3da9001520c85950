import { z } from 'zod';
import { wire } from '#src/openapi/operation.ts';
import { KEY_FORM } from './key-input.ts';
import type {
  ConcealDetailsWire,
  ConcealRecordWire,
  MetadataWire,
  PrivateDetailsWire,
  PrivateRecordWire,
  RecentListWire,
  RecentWire,
  RecipientDetailsWire,
  RecipientRecordWire,
  SecretStatusRecordWire,
  SecretWire,
} from './secret-wire.ts';

const text = z.string();
const isTrue = z.boolean();
const whole = z.int();
const perhaps = whole.nullable();
const textOrNone = text.nullable();

const key = text.regex(KEY_FORM);
const state = z.enum(['new', 'previewed', 'received', 'burned', 'expired']);

export const metadata = wire<MetadataWire>()(
  z.object({
    key,
    identifier: key,
    shortkey: text,
    secret_shortkey: text,
    secret_key: z.exactOptional(key),
    custid: text,
    state,
    created: whole,
    updated: whole,
    stamp: text,
    lifespan: whole,
    secret_ttl: whole,
    metadata_ttl: whole,
    share_domain: text,
    recipients: text,
    show_recipients: isTrue,
    has_passphrase: isTrue,
    is_previewed: isTrue,
    is_viewed: isTrue,
    is_received: isTrue,
    is_burned: isTrue,
    is_expired: isTrue,
    is_destroyed: isTrue,
    is_truncated: isTrue,
    share_url: text,
    metadata_url: text,
    burn_url: text,
    expiration_stamp: text,
    created_date_utc: text,
  }),
);

export const secret = wire<SecretWire>()(
  z.object({
    key,
    identifier: key,
    shortkey: text,
    secret_shortkey: text,
    state,
    secret_ttl: whole,
    lifespan: whole,
    has_passphrase: isTrue,
    verification: isTrue,
    is_truncated: isTrue,
    created: whole,
    updated: whole,
  }),
);

export const concealRecord = wire<ConcealRecordWire>()(
  z.object({ metadata, secret, share_domain: text, secret_value: z.exactOptional(text) }),
);

/** A password that the server has made comes back. */
export const generatedRecord = concealRecord.extend({ secret_value: text });

export const concealDetails = wire<ConcealDetailsWire>()(
  z.object({ kind: z.enum(['share', 'generate']), recipient: z.array(text), recipient_safe: z.array(text) }),
);

export const privateRecord = wire<PrivateRecordWire>()(
  z.object({
    ...metadata.shape,
    share_path: text,
    burn_path: text,
    metadata_path: text,
    natural_expiration: text,
    expiration: whole,
    expiration_in_seconds: whole,
  }),
);

/** A burn says it twice: existing programs read either. */
export const burnedRecord = z.object({ ...privateRecord.shape, metadata: privateRecord });

export const privateDetails = wire<PrivateDetailsWire>()(
  z.object({
    is_received: isTrue,
    is_burned: isTrue,
    is_destroyed: isTrue,
    received: perhaps,
    received_date: textOrNone,
    received_date_utc: textOrNone,
    burned: perhaps,
    burned_date: textOrNone,
    burned_date_utc: textOrNone,
    has_passphrase: isTrue,
    can_decrypt: isTrue,
    secret_value: textOrNone,
    display_lines: whole,
    is_truncated: isTrue,
    show_secret: isTrue,
    show_secret_link: isTrue,
    show_metadata: isTrue,
    show_metadata_link: isTrue,
    show_recipients: isTrue,
    maxviews: z.literal(1),
    view_count: z.literal([0, 1]),
    passphrase_failures: whole,
    locked_until: perhaps,
    burned_by: z.enum(['sender', 'recipient', 'operator']).nullable(),
    shown_until: perhaps,
  }),
);

const recipient = {
  key,
  secret_key: key,
  secret_shortkey: text,
  has_passphrase: isTrue,
  verification: isTrue,
  is_truncated: isTrue,
  original_size: whole,
  is_owner: isTrue,
  share_domain: text,
  secret_ttl: whole,
};

export const recipientRecord = wire<RecipientRecordWire>()(
  z.object({ ...recipient, secret_value: z.exactOptional(text) }),
);

export const recipientDetails = wire<RecipientDetailsWire>()(
  z.object({
    verification: isTrue,
    is_owner: isTrue,
    show_secret: isTrue,
    correct_passphrase: isTrue,
    display_lines: whole,
    one_liner: isTrue,
    continue: isTrue,
    tries_left: perhaps,
    retry_after: whole,
  }),
);

/** What is to be said of a link to a new password, which is looked up like a secret. */
export const resetKeyDetails = z.object({
  verification: z.literal(false),
  is_owner: z.literal(false),
  show_secret: z.literal(false),
  continue: z.literal(false),
});

export const statusRecord = wire<SecretStatusRecordWire>()(
  z.object({
    state: z.enum([...state.options, 'unknown']),
    key: z.exactOptional(key),
    secret_shortkey: z.exactOptional(text),
    has_passphrase: z.exactOptional(isTrue),
    secret_ttl: z.exactOptional(whole),
  }),
);

export const statusDetails = z.object({ realttl: whole });

export const recipientBurn = z.object({
  key,
  secret_shortkey: text,
  state: z.literal('burned'),
  burned_by: z.literal('recipient'),
});

export const recent = wire<RecentWire>()(z.object(metadata.shape));

export const recentDetails = wire<RecentListWire['details']>()(
  z.object({
    since: whole,
    now: whole,
    has_items: isTrue,
    received: z.array(recent),
    notreceived: z.array(recent),
  }),
);
