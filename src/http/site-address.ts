/** Where this site is reached. Links are built from here, never from what a request claims. */
export interface SiteAddress {
  /** True when a request that names this host is for us. */
  isServed(hostHeader: string | undefined): boolean;
  /** Host with its port, as people read it. Only for a host that is served. */
  hostFor(hostHeader: string | undefined): string;
  /** Scheme and host, without a trailing slash. */
  originFor(hostHeader: string | undefined): string;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Without a configured host the loopback names are served, and links use the name that was asked for. */
export function createSiteAddress(site: { host: string | null; scheme: 'http' | 'https' }): SiteAddress {
  const { host, scheme } = site;
  const hostFor = (asked: string | undefined) => host ?? asked?.toLowerCase() ?? 'localhost';
  return {
    isServed: (asked) => (host === null ? LOOPBACK.test(asked ?? '') : isSameHost(host, asked ?? '', scheme)),
    hostFor,
    originFor: (asked) => `${scheme}://${hostFor(asked)}`,
  };
}

function isSameHost(configured: string, asked: string, scheme: string): boolean {
  const defaultPort = scheme === 'https' ? ':443' : ':80';
  const plain = (host: string) => {
    const lower = host.toLowerCase();
    return lower.endsWith(defaultPort) ? lower.slice(0, -defaultPort.length) : lower;
  };
  return plain(configured) === plain(asked);
}
