import type { DomainWire } from '#src/features/domains/domain-wire.ts';

type Named = Pick<DomainWire, 'display_domain'>;

/** Where a domain has its pages, and where its forms go without script. */
export function domainPath(
  { display_domain }: Named,
  to: 'verify' | 'brand' | 'logo' | 'logo/remove' | 'remove',
): string {
  return `/account/domains/${encodeURIComponent(display_domain)}/${to}`;
}

export function domainApi({ display_domain }: Named): string {
  return `/api/v2/account/domains/${encodeURIComponent(display_domain)}`;
}
