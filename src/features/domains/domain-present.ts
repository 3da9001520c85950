import type { Stamps } from '#src/features/secrets/stamps.ts';
import { toSeconds } from '#src/values/seconds.ts';
import type { Domain, DomainName, DomainParts, Observation } from './domain.ts';
import { isVerified } from './domain.ts';
import { proofHostOf } from './domain-proof.ts';
import type { DomainService } from './domain-service.ts';
import type { BrandWire, DomainWire, VhostWire } from './domain-wire.ts';

/** What the shapes need besides the domain itself. */
export interface DomainPresentContext {
  readonly partsOf: (name: DomainName) => DomainParts;
  /** As people read it. */
  readonly displayNameOf: (name: DomainName) => string;
  readonly proofOf: DomainService['proofOf'];
  /** A text in the asker's language. */
  readonly text: (key: string) => string;
  readonly stamps: Pick<Stamps, 'ago'>;
  readonly nowMs: number;
}

/** Names as they stand in DNS, except the one for people. */
export function presentDomain(domain: Domain, context: DomainPresentContext): DomainWire {
  const parts = context.partsOf(domain.name);
  return {
    identifier: domain.id,
    display_domain: context.displayNameOf(domain.name),
    base_domain: parts.base,
    trd: parts.trd,
    is_apex: parts.isApex,
    txt_validation_host: proofHostOf(parts),
    txt_validation_value: context.proofOf(domain),
    created: toSeconds(domain.createdAtMs),
    updated: toSeconds(domain.updatedAtMs),
    vhost: domain.observation && presentVhost(domain, domain.observation, context),
    verified: isVerified(domain),
    ascii_domain: domain.name,
    brand: presentBrand(domain),
  };
}

function presentVhost({ name }: Domain, seen: Observation, context: DomainPresentContext): VhostWire {
  const { status, cname, addresses, tls, monitoredAtMs } = seen;
  const validUntilMs = tls?.validUntilMs ?? null;
  return {
    status,
    status_message: context.text(messageKeyOf(seen)),
    incoming_address: context.displayNameOf(name),
    target_address: cname ?? '',
    dns_pointed_at: addresses.join(', '),
    ssl_active_until: validUntilMs === null ? null : new Date(validUntilMs).toISOString(),
    has_ssl: tls?.isValid ?? false,
    last_monitored_unix: toSeconds(monitoredAtMs),
    last_monitored_humanized: context.stamps.ago(Math.floor((context.nowMs - monitoredAtMs) / 1000)),
  };
}

function presentBrand(domain: Domain): BrandWire {
  const { brand } = domain;
  return {
    name: brand.name ?? '',
    accent: brand.accent ?? '',
    before_reveal: brand.beforeReveal ?? '',
    after_reveal: brand.afterReveal ?? '',
    home: brand.hasHome,
    logo_url: logoPathOf(domain),
  };
}

/** On the site and on the domain; null without a logo. */
export function logoPathOf({ id, logoHash }: Pick<Domain, 'id' | 'logoHash'>): string | null {
  return logoHash === null ? null : `/brand/${id}/${logoHash}`;
}

/** The key of the message about what was seen; the name of the status is translated where it is shown. */
function messageKeyOf({ status, cname, addresses, tls, monitoredAtMs }: Observation): string {
  switch (status) {
    case 'ACTIVE_SSL':
      return 'domains.status.activeSsl';
    case 'ACTIVE':
      return 'domains.status.active';
    case 'DNS_INCORRECT':
      return cname === null && addresses.length === 0 ? 'domains.status.dnsNowhere' : 'domains.status.dnsElsewhere';
    case 'SSL_INVALID': {
      if (tls === null || tls.validUntilMs === null) return 'domains.status.sslMissing';
      return tls.validUntilMs <= monitoredAtMs ? 'domains.status.sslExpired' : 'domains.status.sslInvalid';
    }
    case 'UNREACHABLE':
      return 'domains.status.unreachable';
    case 'UNPROVEN':
      return 'domains.status.unproven';
    case 'TAKEN':
      return 'domainErrors.taken';
  }
}
