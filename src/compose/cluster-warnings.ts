import type { Config } from '#src/config/config.ts';
import { createConnectCheck } from '#src/net/addresses.ts';

const UNREACHABLE =
  'domains.cluster_ip is not a public address: domains that point there stay UNREACHABLE; hint: add it to domains.private_networks';

/** For the operator, one line each: what custom domains are to point to, and the monitor may not connect to. */
export function clusterWarnings({ domains }: Pick<Config, 'domains'>): readonly string[] {
  const { isEnabled, clusterIp, privateNetworks } = domains;
  const isReachable = !isEnabled || clusterIp === null || createConnectCheck(privateNetworks)(clusterIp);
  return isReachable ? [] : [UNREACHABLE];
}
