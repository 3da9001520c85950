import type { ClusterWire, DomainWire } from '#src/features/domains/domain-wire.ts';

/** A DNS record as its owner is to write it. */
export interface DnsRecord {
  readonly type: 'TXT' | 'A' | 'AAAA' | 'CNAME';
  readonly host: string;
  readonly data: string;
}

export function proofRecord(domain: DomainWire): DnsRecord {
  const { txt_validation_host, base_domain, txt_validation_value } = domain;
  return { type: 'TXT', host: `${txt_validation_host}.${base_domain}`, data: txt_validation_value };
}

/** What leads the domain here; null for an apex where the site has no address to give. */
export function addressRecord({ trd, base_domain, is_apex }: DomainWire, cluster: ClusterWire): DnsRecord | null {
  const host = trd || '@';
  if (!is_apex) return { type: 'CNAME', host, data: cluster.cluster_host };
  const data = cluster.cluster_ip;
  return data === null ? null : { type: apexType(cluster), host: `${host}.${base_domain}`, data };
}

/** Of the record that leads an apex here, as the site's address wants it. */
export function apexType({ cluster_ip }: ClusterWire): 'A' | 'AAAA' {
  return cluster_ip?.includes(':') ? 'AAAA' : 'A';
}
