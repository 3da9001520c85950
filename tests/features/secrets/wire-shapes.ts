/** The shapes of API v2 with every field and its value, for a secret that nobody owns and that is shared for an hour. */

export interface Keys {
  readonly metadataKey: string;
  readonly secretKey: string;
}

const ORIGIN = 'http://localhost:3000';
const SHARE_DOMAIN = 'localhost:3000';

export const secondsOf = (atMs: number) => Math.floor(atMs / 1000);
/** '2030-01-15@12:00:00 UTC' */
export const utcOf = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 19).replace('T', '@')} UTC`;

/** The metadata record as concealing answers it. */
export function newMetadata({ metadataKey: key, secretKey }: Keys, createdMs: number) {
  const [created, stamp] = [secondsOf(createdMs), utcOf(createdMs)];
  return {
    ...{ key, identifier: key, shortkey: key.slice(0, 8), secret_shortkey: secretKey.slice(0, 6) },
    ...{ secret_key: secretKey, custid: 'anon', state: 'new', created, updated: created, stamp },
    ...{ lifespan: 3600, secret_ttl: 3600, metadata_ttl: 7200, share_domain: SHARE_DOMAIN },
    ...{ recipients: '', show_recipients: false, has_passphrase: false, is_previewed: false, is_viewed: false },
    ...{ is_received: false, is_burned: false, is_expired: false, is_destroyed: false, is_truncated: false },
    ...{ share_url: `${ORIGIN}/secret/${secretKey}`, metadata_url: `${ORIGIN}/private/${key}` },
    ...{ burn_url: `${ORIGIN}/private/${key}/burn`, expiration_stamp: '1 hour', created_date_utc: stamp },
  };
}

/** The secret record beside it. */
export function newSecret({ secretKey: key }: Keys, createdMs: number) {
  const created = secondsOf(createdMs);
  return {
    ...{ key, identifier: key, shortkey: key.slice(0, 8), secret_shortkey: key.slice(0, 6), state: 'new' },
    ...{ secret_ttl: 3600, lifespan: 3600, has_passphrase: false, verification: false, is_truncated: false },
    ...{ created, updated: created },
  };
}

/** The record of a private read. */
export function newPrivateRecord(keys: Keys, createdMs: number) {
  const path = `/private/${keys.metadataKey}`;
  return {
    ...newMetadata(keys, createdMs),
    ...{ share_path: `/secret/${keys.secretKey}`, burn_path: `${path}/burn`, metadata_path: path },
    ...{ natural_expiration: '1 hour', expiration: secondsOf(createdMs) + 3600, expiration_in_seconds: 3600 },
  };
}

/** The details of a private read, of the content 'x'. */
export const newPrivateDetails = (createdMs: number) => ({
  ...{ received: null, received_date: null, received_date_utc: null },
  ...{ burned: null, burned_date: null, burned_date_utc: null },
  ...{ is_received: false, is_burned: false, is_destroyed: false, has_passphrase: false, is_truncated: false },
  ...{ can_decrypt: true, secret_value: 'x', display_lines: 4, show_secret: true, show_secret_link: true },
  ...{ show_metadata: true, show_metadata_link: true, show_recipients: false, maxviews: 1, view_count: 0 },
  ...{ passphrase_failures: 0, locked_until: null, burned_by: null, shown_until: secondsOf(createdMs) + 300 },
});

/** What a private read no longer tells once a secret is over, however it ended. The field `secret_key` is absent then. */
export const OVER = {
  record: {
    ...{ secret_ttl: 0, expiration_in_seconds: 0, share_url: '', share_path: '' },
    ...{ expiration_stamp: '0 seconds', natural_expiration: '0 seconds' },
  },
  details: {
    ...{ can_decrypt: false, secret_value: null, display_lines: 0, show_secret: false, show_secret_link: false },
    shown_until: null,
  },
};

/** What the recipient is told of the content 'one\ntwo', before the reveal and in its answer. */
export function recipientAnswers({ secretKey: key }: Keys) {
  const record = {
    ...{ key, secret_key: key, secret_shortkey: key.slice(0, 6), share_domain: SHARE_DOMAIN },
    ...{ has_passphrase: false, verification: false, is_truncated: false, original_size: 7, is_owner: false },
  };
  const details = {
    ...{ verification: false, is_owner: false, one_liner: false, tries_left: null, retry_after: 0 },
    ...{ show_secret: false, correct_passphrase: false, continue: false, display_lines: 0 },
  };
  const shown = { show_secret: true, correct_passphrase: true, continue: true, display_lines: 5 };
  return {
    before: { record: { ...record, secret_ttl: 3600 }, details },
    revealed: { record: { ...record, secret_value: 'one\ntwo', secret_ttl: 0 }, details: { ...details, ...shown } },
  };
}
