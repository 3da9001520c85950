import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Ranges of IPv4 that are not the public internet (IANA IPv4 Special-Purpose Address Registry, RFC 6890,
 * and multicast).
 */
const SPECIAL_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/**
 * Of IPv6 only 2000::/3 is public at all: what stands first takes away the rest, and with it loopback,
 * unspecified, mapped, compatible, translated (64:ff9b::/96 and /48), discard-only, local, link-local, site-local
 * and multicast addresses. Below that the special ranges inside (Teredo, ORCHID, benchmarks, documentation, 6to4, AS112).
 */
const SPECIAL_V6 = [
  ...['::/3', '4000::/2', '8000::/1'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
];

/** Whether our own programs may connect to an address: a public one, or one in these networks. */
export type MayConnect = (address: string) => boolean;

/** `networks`: addresses and CIDR ranges besides the public ones. What is no address may not be connected to. */
export function createConnectCheck(networks: readonly string[]): MayConnect {
  const isSpecial = createRangeCheck([...SPECIAL_V4, ...SPECIAL_V6]);
  const isAllowed = createRangeCheck(networks);
  return (text) => {
    const address = canonicalAddress(text);
    return address !== null && (isAllowed(address) || !isSpecial(address));
  };
}

/** The one way to write an address, so that two can be compared; null for anything else, and with a zone (`%eth0`). */
export function canonicalAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  if (!isIPv6(text) || text.includes('%')) return null;
  return new URL(`http://[${text}]`).hostname.slice(1, -1);
}

/** One list for each family: a list takes an IPv4 address for a mapped one as well, and ::/3 would hold them all. */
function createRangeCheck(networks: readonly string[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    lists[family].addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) => lists[familyOf(address)].check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
