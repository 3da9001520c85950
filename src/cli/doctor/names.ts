import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import type { Config } from '#src/config/config.ts';
import type { LookedUp } from '#src/features/domains/dns-port.ts';
import { clusterAddresses } from '#src/features/domains/observing.ts';
import { createConnectCheck } from '#src/net/addresses.ts';
import { createDns } from '#src/net/dns.ts';
import { systemCode } from '../system/system-code.ts';
import { type Finding, failure, fine, warning } from './finding.ts';
import { SAID } from './texts.ts';

type Places = Pick<Config, 'site' | 'domains'>;

const CONNECT_WITHIN_MS = 5_000;

/** Whether the names of the site resolve, and whether anything answers where custom domains point. */
export async function lookAtNames({ site, domains }: Places): Promise<readonly Finding[]> {
  if (site.host === null) return [warning('dns', SAID.dnsNone())];
  const resolve = resolverOf(domains);
  const own = new URL(`http://${site.host}`).hostname.replace(/^\[|\]$/g, '');
  const { clusterHost } = domains;
  const first = await lookAtName(own, resolve);
  if (!domains.isEnabled || clusterHost === null) return [first];
  const second = clusterHost === own ? first : await lookAtName(clusterHost, resolve);
  // On a site without https nobody looks at certificates: domains are active by their DNS alone.
  const hasProxy = second.status === 'ok' && site.scheme === 'https';
  const proxy = hasProxy ? await lookAtProxy(clusterHost, domains, resolve) : [];
  return [...new Set([first, second]), ...proxy];
}

type Resolve = (name: string) => Promise<LookedUp<readonly string[]>>;

/** Looks as the site itself does: with the configured resolvers if there are any, else as every program here does. */
function resolverOf({ resolvers, dnsTimeoutMs }: Config['domains']): Resolve {
  const dns = createDns({ resolvers, timeoutMs: dnsTimeoutMs });
  return resolvers.length > 0 ? (name) => dns.addresses(name) : lookUp;
}

async function lookUp(name: string): Promise<LookedUp<readonly string[]>> {
  try {
    const found = await lookup(name, { all: true });
    return { kind: 'found', value: found.map(({ address }) => address) };
  } catch (error) {
    return { kind: systemCode(error) === 'ENOTFOUND' ? 'missing' : 'failed' };
  }
}

async function lookAtName(name: string, resolve: Resolve): Promise<Finding> {
  if (isIP(name) !== 0) return fine('dns', SAID.dnsAddress(name));
  const looked = await resolve(name);
  if (looked.kind === 'found') return fine('dns', SAID.dns(name, looked.value));
  return failure('dns', looked.kind === 'missing' ? SAID.dnsMissing(name) : SAID.dnsFailed(name));
}

/** Looks at the proxy of customers' domains, which are aliases of its name. */
async function lookAtProxy(name: string, domains: Config['domains'], resolve: Resolve): Promise<readonly Finding[]> {
  const { tlsPort: port } = domains;
  const looked = await resolve(name);
  const [address = name] = looked.kind === 'found' ? looked.value : [];
  const code = await tryToConnect(address, port);
  if (code !== null) return [warning('dns', SAID.proxySilent(name, port, code))];
  const barred = await barredAddresses(name, domains);
  return [barred.length === 0 ? fine('dns', SAID.proxy(name, port)) : warning('dns', SAID.proxyBarred(name, barred))];
}

/**
 * The addresses of the cluster if the monitor may connect to none of them; empty if it may, or if there are none to
 * judge. Asks DNS alone, as the monitor does: a hosts file may name another address for this machine.
 */
async function barredAddresses(
  name: string,
  { resolvers, dnsTimeoutMs, clusterIp, privateNetworks }: Config['domains'],
): Promise<readonly string[]> {
  const looked = await createDns({ resolvers, timeoutMs: dnsTimeoutMs }).addresses(name);
  const addresses = clusterAddresses(looked, clusterIp);
  return addresses.some(createConnectCheck(privateNetworks)) ? [] : addresses;
}

/** The error code if the connection failed; null if it was made. */
function tryToConnect(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (code: string | null) => {
      socket.destroy();
      resolve(code);
    };
    socket.setTimeout(CONNECT_WITHIN_MS, () => end('ETIMEDOUT'));
    socket.once('connect', () => end(null));
    socket.once('error', (error) => end(systemCode(error)));
  });
}
