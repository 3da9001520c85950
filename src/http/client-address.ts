import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import proxyAddress from 'proxy-addr';

/** Where a request comes from. The only place that knows about proxies. */
export interface ClientAddress {
  /** The visitor's IP address; X-Forwarded-For counts only as far as it was written by trusted proxies. */
  of(request: Request): string;
  /** Whether it comes straight from a trusted proxy. */
  isFromProxy(request: Request): boolean;
  /**
   * The name a request asks for: Host, or the X-Forwarded-Host of a trusted proxy; undefined without one, or
   * with several between which our proxy and we might choose differently. Not to be built into anything.
   */
  askedHostOf(request: Request): string | undefined;
  /** What limits count by: an IPv4 address, or the /64 network that one IPv6 customer commonly gets. */
  networkOf(request: Request): string;
}

/** Addresses and CIDR ranges of our own proxies; with none the header is never read. */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isListed = proxyAddress.compile([...trustedProxies]);
  const isTrusted = (address: string, at: number) => isListed(withoutZone(address), at);
  // Without an address once the connection is gone; with a port where the next proxy writes it.
  const isOurs = (hop: string | undefined, at: number) => isTrusted(withoutPort(hop ?? ''), at);
  const of = (request: Request) => withoutMapping(withoutPort(proxyAddress(request, isOurs) ?? ''));
  const isFromProxy = ({ socket }: Request) => isTrusted(socket.remoteAddress ?? '', 0);
  return {
    of,
    isFromProxy,
    askedHostOf: (request) => {
      const forwarded = request.headers['x-forwarded-host'];
      // The nearest proxy writes last; what stands before may be anybody's.
      if (forwarded !== undefined && isFromProxy(request)) return String(forwarded).split(',').at(-1)?.trim();
      return hasOneHost(request) ? request.headers.host : undefined;
    },
    networkOf: (request) => {
      const address = of(request);
      return isIPv6(address) ? firstGroups(address, 4) : address;
    },
  };
}

/** Node keeps the first of several and says nothing (RFC 9112, 3.2, has such a request refused). */
function hasOneHost({ rawHeaders }: Request): boolean {
  return rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length === 1;
}

/** Whether an address lies in one of these ranges; an empty list is everywhere. */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const isInside = proxyAddress.compile([...networks]);
  return (address) => isInside(address, 0);
}

/** Some proxies write the visitor's port as well, which is another one for each connection. */
function withoutPort(address: string): string {
  return address.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}

/** '::ffff:192.0.2.1' is the IPv4 address 192.0.2.1 on a socket that takes both. */
function withoutMapping(address: string): string {
  const plain = withoutZone(address.toLowerCase()).replace(/^[0:]+:ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
  return /^[0:]+:ffff:/.test(plain) && isIPv6(plain) ? withoutWrittenMapping(plain) : plain;
}

/** Links are named as somebody likes: of 'fe80::1%br-lan' those who know addresses say that it is none. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}

/** Some proxies write '::ffff:c000:201' for it. */
function withoutWrittenMapping(address: string): string {
  const [, high, low] = /^(?:0:){5}ffff:(.+):(.+)$/.exec(firstGroups(address, 8)) ?? [];
  if (high === undefined || low === undefined) return address;
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.');
}

function firstGroups(address: string, count: number): string {
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back];
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
