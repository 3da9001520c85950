import { randomBytes } from 'node:crypto';
import type { Brand, DomainId, DomainName, Logo, Observation } from '#src/features/domains/domain.ts';
import type { NewDomain } from '#src/features/domains/domain-store.ts';
import { START_MS } from './sealed-sample.ts';

/** A new record under a fresh name, of a fresh owner. */
export function sampleDomain(changes: Partial<NewDomain> = {}): NewDomain {
  return {
    id: randomBytes(10).toString('hex') as DomainId,
    name: `${randomBytes(6).toString('hex')}.example.com` as DomainName,
    ownerTag: randomBytes(32).toString('base64url'),
    createdAtMs: START_MS,
    firstLookAtMs: changes.createdAtMs ?? START_MS,
    ...changes,
  };
}

export const BRAND: Brand = {
  name: 'Søster & Brüder "GmbH"',
  accent: '#0a7f4c',
  beforeReveal: 'Two\nlines\u2028and \u{1f511}',
  afterReveal: null,
  hasHome: true,
};

export const OBSERVATION: Observation = {
  status: 'SSL_INVALID',
  cname: 'share.example.net',
  addresses: ['192.0.2.7', '2001:db8::7'],
  tls: { isValid: false, validUntilMs: START_MS + 1 },
  monitoredAtMs: START_MS + 2,
};

export function sampleLogo(changes: Partial<Logo> = {}): Logo {
  return { hash: randomBytes(16).toString('hex'), type: 'image/png', bytes: randomBytes(20_000), ...changes };
}
