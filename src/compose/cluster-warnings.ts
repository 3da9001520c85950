import type { Config } from '#src/config/config.ts';
import { createConnectCheck } from '#src/net/addresses.ts';

const UNREACHABLE =
  'domains.cluster_ip is not a public address: domains that point there stay UNREACHABLE; hint: add it to domains.private_networks';

/**
 * For the operator, one line each: what custom domains are to point to, but the monitor may not connect to. None on a
 * site without https, where it connects nowhere.
 */
export function clusterWarnings({ site, domains }: Pick<Config, 'site' | 'domains'>): readonly string[] {
  const { clusterIp, privateNetworks } = domains;
  const isLookedAt = domains.isEnabled && site.scheme === 'https';
  const isReachable = !isLookedAt || clusterIp === null || createConnectCheck(privateNetworks)(clusterIp);
  return isReachable ? [] : [UNREACHABLE];
}
