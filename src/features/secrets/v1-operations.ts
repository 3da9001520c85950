import { z } from 'zod';
import { bare } from '#src/openapi/envelopes.ts';
import type { Described, Operation } from '#src/openapi/operation.ts';
import { CREATE_REFUSALS, namedBefore } from './secret-operations.ts';
import { v1Fields } from './v1-input.ts';
import * as shapes from './v1-schemas.ts';

const of = { tag: 'v1', base: '/api/v1', who: 'anyone' } as const;
/** Of which several answers are made. */
const metadata = () => bare(z.lazy(() => shapes.v1Metadata));

const operations: readonly Operation[] = [
  { ...{ ...of, id: 'v1Status', method: 'get', path: '/status' }, answer: bare(z.lazy(() => shapes.v1Nominal)) },
  {
    ...{ ...of, id: 'v1AuthCheck', method: 'get', path: '/authcheck', who: 'customer' },
    answer: bare(z.lazy(() => shapes.v1Nominal)),
  },
  {
    ...{ ...of, id: 'v1Share', method: 'post', path: '/share' },
    aliases: ['/create'],
    input: ['V1ShareRequest'],
    answer: metadata(),
    refusals: CREATE_REFUSALS,
    example: { secret: 'the door code is 4711', passphrase: 'blue bicycle', ttl: 3600 },
    shows: 'secret_key',
  },
  {
    ...{ ...of, id: 'v1Generate', method: 'post', path: '/generate' },
    input: ['V1GenerateRequest'],
    answer: bare(shapes.v1Generated),
    refusals: CREATE_REFUSALS,
    example: { ttl: 3600 },
  },
  {
    ...{ ...of, id: 'v1Reveal', method: 'post', path: '/secret/{key}' },
    input: ['V1AttemptRequest'],
    answer: bare(shapes.v1Secret),
    refusals: ['gone', 'busy'],
    example: { passphrase: 'blue bicycle' },
    shows: 'value',
  },
  {
    ...{ ...of, id: 'v1ListRecent', method: 'get', path: '/private/recent', who: 'customer' },
    aliases: namedBefore('/private/recent'),
    answer: bare(z.array(shapes.v1Metadata)),
  },
  {
    ...{ ...of, id: 'v1ReadPrivate', method: 'get', path: '/private/{key}' },
    aliases: namedBefore('/private/{key}'),
    answer: metadata(),
    refusals: ['unknown-record'],
  },
  {
    ...{ ...of, id: 'v1ReadPrivateByPost', method: 'post', path: '/private/{key}' },
    aliases: namedBefore('/private/{key}'),
    answer: metadata(),
    refusals: ['unknown-record'],
  },
  {
    ...{ ...of, id: 'v1Burn', method: 'post', path: '/private/{key}/burn' },
    aliases: namedBefore('/private/{key}/burn'),
    input: ['V1AttemptRequest'],
    answer: bare(shapes.v1Burned),
    refusals: ['unknown-record', 'busy'],
    example: { passphrase: 'blue bicycle' },
    shows: 'state.state',
  },
];

/** API v1, which is frozen. */
export const v1Api: Described = {
  operations,
  inputs: {
    V1ShareRequest: v1Fields.share,
    V1GenerateRequest: v1Fields.generate,
    V1AttemptRequest: v1Fields.attempt,
  },
  outputs: { V1Metadata: shapes.v1Metadata, V1Nominal: shapes.v1Nominal },
};
