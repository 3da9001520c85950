import type { ClusterWire, DomainWire } from '#src/features/domains/domain-wire.ts';
import { at, numberAt, textAt } from '../client/json.ts';

export interface DomainAnswer {
  readonly domain: DomainWire;
  readonly cluster: ClusterWire;
}

/** What an answer says about one domain; null if it has another shape. */
export function domainAnswerOf(body: unknown): DomainAnswer | null {
  const domain = at(body, 'record');
  const cluster = at(body, 'details', 'cluster');
  return isDomain(domain) && isCluster(cluster) ? { domain, cluster } : null;
}

export function areDomains(records: readonly unknown[]): records is readonly DomainWire[] {
  return records.every(isDomain);
}

/** As much of the shape as decides whether it can be drawn at all. */
function isDomain(record: unknown): record is DomainWire {
  const isNamed = textAt(record, 'display_domain') !== null && textAt(record, 'base_domain') !== null;
  const isDated = numberAt(record, 'created') !== null && numberAt(record, 'updated') !== null;
  return isNamed && isDated && (at(record, 'vhost') === null || textAt(record, 'vhost', 'status') !== null);
}

function isCluster(cluster: unknown): cluster is ClusterWire {
  return textAt(cluster, 'cluster_host') !== null;
}
