import { domainToUnicode } from 'node:url';
import type { ComposeDeps } from '#src/compose.ts';
import { createMac } from '#src/crypto/mac.ts';
import { createMonitor, type Monitor, pauseAfter } from '#src/features/domains/domain-monitor.ts';
import { createDomainNames } from '#src/features/domains/domain-name.ts';
import { createDomainProof } from '#src/features/domains/domain-proof.ts';
import type { DomainServiceDeps } from '#src/features/domains/domain-service.ts';
import { createObserving } from '#src/features/domains/observing.ts';
import { domainNameOf } from '#src/http/site-address.ts';
import { canonicalAddress, createConnectCheck } from '#src/net/addresses.ts';
import { createCertificateLook } from '#src/net/certificate-look.ts';
import { createDns } from '#src/net/dns.ts';
import { jittered } from '#src/timers.ts';
import { fractionsOf } from './chance.ts';
import { composeLead, type LeadParts } from './lead.ts';

/** How the service and the monitor read names and look at what is outside. */
export type DomainWatch = Pick<DomainServiceDeps, 'readName' | 'proof' | 'observe' | 'nextLookMs'>;

export type DomainWatchDeps = Pick<ComposeDeps, 'config' | 'seal' | 'now' | 'randomBytes'> & {
  /** PEM of the authorities to trust instead of Node's; for tests. */
  readonly ca?: string;
};

/** A proxy may have to get the certificate while we wait for it. */
const TLS_TIMEOUT_MS = 10_000;

/** null on a site without custom domains. Opens nothing. */
export function composeDomainWatch({ config, seal, now, randomBytes, ca }: DomainWatchDeps): DomainWatch | null {
  const { domains, site } = config;
  const { clusterHost, clusterIp, privateNetworks, monitorIntervalMs } = domains;
  if (!domains.isEnabled || clusterHost === null || site.host === null) return null;
  const dns = createDns({ resolvers: domains.resolvers, timeoutMs: domains.dnsTimeoutMs });
  const mac = createMac(seal.nameKey('domain-proof'));
  const mayConnect = createConnectCheck(privateNetworks);
  const look = { port: domains.tlsPort, mayConnect, timeoutMs: TLS_TIMEOUT_MS, ...(ca !== undefined && { ca }) };
  return {
    readName: createDomainNames({
      ownNames: [domainNameOf(site.host), clusterHost],
      hasInternalNames: privateNetworks.length > 0,
      toUnicode: domainToUnicode,
    }),
    proof: createDomainProof({ dns, macOf: (text) => Buffer.from(mac.of(text), 'base64url').toString('hex') }),
    observe: createObserving({
      ...{ dns, now, scheme: site.scheme, lookAtCertificate: createCertificateLook(look) },
      cluster: { host: clusterHost, ip: clusterIp === null ? null : canonicalAddress(clusterIp) },
    }),
    nextLookMs: (nowMs, idleMs = 0) =>
      nowMs + jittered(pauseAfter(monitorIntervalMs, idleMs), fractionsOf(randomBytes)),
  };
}

/** Looks at nothing until it is started; null on a site without custom domains. */
export function composeMonitor(deps: DomainWatchDeps & Pick<ComposeDeps, 'store'> & LeadParts): Monitor | null {
  const watch = composeDomainWatch(deps);
  return watch && createMonitor({ ...composeLead(deps), ...watch, store: deps.store.domains });
}
