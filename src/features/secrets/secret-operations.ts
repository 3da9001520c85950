import { z } from 'zod';
import { empty, enlisted, enveloped } from '#src/openapi/envelopes.ts';
import type { Described, Operation } from '#src/openapi/operation.ts';
import { attemptFields, concealBody, generateBody } from './secret-fields-input.ts';
import * as shapes from './secret-schemas.ts';

/** Of whatever makes a secret. */
export const CREATE_REFUSALS = [
  ...(['signed-out', 'nothing-to-share', 'not-text', 'wrong-input', 'unknown-kind', 'generate-with-content'] as const),
  ...(['length-out-of-range', 'unknown-character-set', 'ttl-out-of-range', 'unknown-share-domain'] as const),
  ...(['passphrase-needed', 'passphrase-too-short', 'passphrase-too-long', 'recipient-needs-account'] as const),
  ...(['wrong-recipient', 'too-many-recipients', 'too-many-mails', 'no-mail'] as const),
  ...(['plan-without-email', 'too-long'] as const),
  ...(['create-needs-account', 'create-not-from-here', 'create-not-on-domain', 'busy'] as const),
];
const ATTEMPT_REFUSALS = [
  ...(['wrong-input', 'passphrase-too-long', 'not-text', 'wrong-passphrase'] as const),
  ...(['locked', 'locked-for-long', 'too-early', 'busy'] as const),
];
const OVER = ['already-received', 'already-burned', 'already-expired'] as const;

const ofSharing = { tag: 'sharing', base: '/api/v2', who: 'anyone' } as const;
const ofReceiving = { ...ofSharing, tag: 'receiving' } as const;
const ofSender = { ...ofSharing, tag: 'sender' } as const;

const creating: readonly Operation[] = [
  {
    ...{ ...ofSharing, id: 'concealSecret', method: 'post', path: '/secret/conceal' },
    input: ['ConcealRequest', 'NestedConcealRequest'],
    answer: enveloped({ record: shapes.concealRecord, details: shapes.concealDetails }),
    refusals: CREATE_REFUSALS,
    command: ["printf %s 'the door code is 4711' | hushlink create --server {{server}} --ttl 1h"],
    example: { secret: 'the door code is 4711', passphrase: 'blue bicycle', ttl: 3600 },
    shows: 'record.metadata.share_url',
  },
  {
    ...{ ...ofSharing, id: 'generateSecret', method: 'post', path: '/secret/generate' },
    input: ['GenerateRequest', 'NestedGenerateRequest'],
    answer: enveloped({
      record: shapes.generatedRecord,
      details: shapes.concealDetails,
    }),
    refusals: CREATE_REFUSALS,
    command: ['hushlink generate --server {{server}} --ttl 1h --show'],
    example: { ttl: 3600, length: 20 },
    shows: 'record',
  },
];

const receiving: readonly Operation[] = [
  {
    ...{ ...ofReceiving, id: 'lookAtSecret', method: 'get', path: '/secret/{key}' },
    answer: enveloped({
      record: shapes.recipientRecord,
      details: z.union([shapes.recipientDetails, shapes.resetKeyDetails]),
    }),
    refusals: ['gone'],
  },
  {
    ...{ ...ofReceiving, id: 'revealSecret', method: 'post', path: '/secret/{key}' },
    aliases: ['/secret/{key}/reveal'],
    input: ['AttemptRequest'],
    reads: ['Idempotency-Key'],
    answer: enveloped({
      record: shapes.recipientRecord,
      details: z.union([shapes.recipientDetails, shapes.resetKeyDetails]),
    }),
    refusals: ['gone', ...ATTEMPT_REFUSALS],
    command: ['hushlink reveal {{server}}/secret/{{key}}'],
    example: { continue: true, passphrase: 'blue bicycle' },
    shows: 'record.secret_value',
  },
  {
    ...{ ...ofReceiving, id: 'secretStatus', method: 'get', path: '/secret/{key}/status' },
    answer: enveloped({ record: shapes.statusRecord, details: shapes.statusDetails }),
    command: ['hushlink status {{server}}/secret/{{key}}'],
    shows: 'record.state',
  },
  { ...ofReceiving, id: 'markSecretSeen', method: 'post', path: '/secret/{key}/seen', answer: empty },
  {
    ...{ ...ofReceiving, id: 'burnAsRecipient', method: 'post', path: '/secret/{key}/burn' },
    input: ['AttemptRequest'],
    answer: enveloped({ record: shapes.recipientBurn }),
    refusals: ['gone', 'not-confirmed', ...ATTEMPT_REFUSALS],
    command: ['hushlink burn --yes {{server}}/secret/{{key}}'],
    example: { continue: true, passphrase: 'blue bicycle' },
    shows: 'record.state',
  },
];

/** The sender's page had other names before. */
export const namedBefore = (path: string) =>
  ['metadata', 'receipt'].map((name) => path.replace('/private', `/${name}`));

const sending: readonly Operation[] = [
  {
    ...{ ...ofSender, id: 'listRecent', method: 'get', path: '/private/recent', who: 'customer' },
    aliases: namedBefore('/private/recent'),
    answer: enlisted({ record: shapes.recent, details: shapes.recentDetails }),
    command: ['hushlink recent --server {{server}}'],
  },
  {
    ...{ ...ofSender, id: 'readPrivate', method: 'get', path: '/private/{key}' },
    aliases: namedBefore('/private/{key}'),
    answer: enveloped({ record: shapes.privateRecord, details: shapes.privateDetails }),
    refusals: ['unknown-record'],
    command: ['hushlink status {{server}}/private/{{key}}'],
    shows: 'record.state',
  },
  {
    ...{ ...ofSender, id: 'readPrivateByPost', method: 'post', path: '/private/{key}' },
    aliases: namedBefore('/private/{key}'),
    answer: enveloped({ record: shapes.privateRecord, details: shapes.privateDetails }),
    refusals: ['unknown-record'],
  },
  {
    ...{ ...ofSender, id: 'burnAsSender', method: 'post', path: '/private/{key}/burn' },
    aliases: namedBefore('/private/{key}/burn'),
    input: ['AttemptRequest'],
    answer: enveloped({ record: shapes.burnedRecord, details: shapes.privateDetails }),
    refusals: ['unknown-record', 'not-confirmed', ...OVER, ...ATTEMPT_REFUSALS],
    command: ['hushlink burn --yes {{server}}/private/{{key}}'],
    example: { continue: true, passphrase: 'blue bicycle' },
    shows: 'record.state',
  },
  {
    ...{ ...ofSender, id: 'liftLock', method: 'post', path: '/private/{key}/unlock' },
    aliases: namedBefore('/private/{key}/unlock'),
    answer: enveloped({ record: shapes.privateRecord, details: shapes.privateDetails }),
    refusals: ['unknown-record'],
  },
];

/** Sharing, receiving and the sender's side of API v2. */
export const secretApi: Described = {
  operations: [...creating, ...receiving, ...sending],
  inputs: {
    ConcealRequest: concealBody.flat,
    NestedConcealRequest: concealBody.nested,
    GenerateRequest: generateBody.flat,
    NestedGenerateRequest: generateBody.nested,
    AttemptRequest: attemptFields,
  },
  outputs: {
    Metadata: shapes.metadata,
    Secret: shapes.secret,
    ConcealRecord: shapes.concealRecord,
    GeneratedRecord: shapes.generatedRecord,
    ConcealDetails: shapes.concealDetails,
    PrivateRecord: shapes.privateRecord,
    BurnedRecord: shapes.burnedRecord,
    PrivateDetails: shapes.privateDetails,
    RecipientRecord: shapes.recipientRecord,
    RecipientDetails: shapes.recipientDetails,
    ResetKeyDetails: shapes.resetKeyDetails,
    SecretStatusRecord: shapes.statusRecord,
    SecretStatusDetails: shapes.statusDetails,
    RecipientBurnRecord: shapes.recipientBurn,
    Recent: shapes.recent,
    RecentDetails: shapes.recentDetails,
  },
};
