import { enlisted, enveloped } from '#src/openapi/envelopes.ts';
import type { Described, Operation } from '#src/openapi/operation.ts';
import { brandSchema } from './brand-input.ts';
import { addSchema } from './domain-input.ts';
import * as shapes from './domain-schemas.ts';

const of = { tag: 'domains', base: '/api/v2', who: 'customer' } as const;
const list = enlisted({ record: shapes.domain, details: shapes.domainDetails });
const one = enveloped({ record: shapes.domain, details: shapes.domainDetails });
const changed = enveloped({ record: shapes.domain, details: shapes.domainDetails, hasMessage: true });

const operations: readonly Operation[] = [
  {
    ...{ ...of, id: 'listDomains', method: 'get', path: '/account/domains', answer: list },
    command: ['hushlink domains list --server {{server}}'],
  },
  {
    ...{ ...of, id: 'addDomain', method: 'post', path: '/account/domains/add', answer: changed },
    input: ['DomainRequest'],
    refusals: ['invalid-domain', 'domain-taken', 'too-many-domains', 'added-too-many', 'plan-without-domains'],
    command: ['hushlink domains add secrets.example.com --server {{server}}'],
    example: { domain: 'secrets.example.com' },
    shows: 'record.txt_validation_value',
  },
  {
    ...{ ...of, id: 'showDomain', method: 'get', path: '/account/domains/{domain}', answer: one },
    refusals: ['unknown-domain'],
    command: ['hushlink domains show secrets.example.com --server {{server}}'],
  },
  {
    ...{ ...of, id: 'verifyDomain', method: 'post', path: '/account/domains/{domain}/verify', answer: changed },
    refusals: ['unknown-domain', 'domain-taken', 'domain-too-early', 'plan-without-domains'],
    command: ['hushlink domains verify secrets.example.com --server {{server}}'],
    shows: 'record.verified',
  },
  {
    ...{ ...of, id: 'removeDomain', method: 'post', path: '/account/domains/{domain}/remove', answer: changed },
    refusals: ['unknown-domain'],
    command: ['hushlink domains remove --yes secrets.example.com --server {{server}}'],
  },
  {
    ...{ ...of, id: 'setBrand', method: 'post', path: '/account/domains/{domain}/brand', answer: changed },
    input: ['BrandRequest'],
    refusals: [
      'unknown-domain',
      'wrong-input',
      'wrong-brand',
      'wrong-accent',
      'brand-too-long',
      'plan-without-domains',
    ],
    example: { name: 'Example Ltd', accent: '#1d7a46', home: true },
  },
  {
    ...{ ...of, id: 'setLogo', method: 'post', path: '/account/domains/{domain}/logo', answer: changed },
    input: ['LogoRequest'],
    file: 'logo',
    refusals: ['unknown-domain', 'no-logo', 'wrong-logo', 'logo-too-large', 'logo-too-wide', 'plan-without-domains'],
  },
  {
    ...{ ...of, id: 'removeLogo', method: 'post', path: '/account/domains/{domain}/logo/remove', answer: changed },
    refusals: ['unknown-domain', 'plan-without-domains'],
  },
];

/** Custom domains in API v2. */
export const domainApi: Described = {
  operations,
  inputs: { DomainRequest: addSchema, BrandRequest: brandSchema, LogoRequest: shapes.logoForm },
  outputs: {
    Domain: shapes.domain,
    DomainDetails: shapes.domainDetails,
    Vhost: shapes.vhost,
    Brand: shapes.brand,
  },
};
