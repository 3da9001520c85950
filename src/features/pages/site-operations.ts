import { z } from 'zod';
import { bare } from '#src/openapi/envelopes.ts';
import type { Described, Operation } from '#src/openapi/operation.ts';

const text = z.string();
const of = { tag: 'site', base: '/api/v2', who: 'anyone' } as const;

const operations: readonly Operation[] = [
  {
    ...{ ...of, id: 'siteStatus', method: 'get', path: '/status' },
    answer: bare(z.object({ status: z.literal('nominal'), locale: text })),
  },
  {
    ...{ ...of, id: 'siteVersion', method: 'get', path: '/version' },
    answer: bare(z.object({ version: z.array(text), locale: text })),
  },
  {
    ...{ ...of, id: 'siteLocales', method: 'get', path: '/supported-locales' },
    answer: bare(z.object({ locales: z.array(text), default_locale: text, locale: text })),
  },
  {
    ...{ ...of, id: 'validateShrimp', method: 'post', path: '/validate-shrimp' },
    reads: ['O-Shrimp'],
    answer: bare(z.object({ isValid: z.boolean(), shrimp: text })),
  },
  {
    ...{ ...of, id: 'openapiDocument', base: '/api', method: 'get', path: '/openapi.json' },
    answer: {
      ...bare(z.looseObject({ openapi: text, info: z.looseObject({}), paths: z.looseObject({}) }), ['ETag']),
      isKept: true,
    },
  },
];

/** What a site says about itself. */
export const siteApi: Described = { operations, inputs: {}, outputs: {} };
