import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * Reads `host[:port]`: a name (international ones become A-labels), an IPv4 address or a bracketed
 * IPv6 address, in lower case. null for anything else, a scheme or a path above all.
 */
export function readHostAndPort(text: string): string | null {
  const [, rawHost, port] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (rawHost === undefined || (port !== undefined && !isPort(Number(port)))) return null;
  const host = rawHost.startsWith('[') ? readBracketed(rawHost) : readHostName(rawHost);
  if (host === null) return null;
  return port === undefined ? host : `${host}:${Number(port)}`;
}

/** Browsers leave the scheme's own port out of Host and Origin; so do we, to compare equal. */
export function withoutOwnPort(host: string, scheme: 'http' | 'https'): string {
  return host.replace(scheme === 'https' ? /:443$/ : /:80$/, '');
}

/** A name or an address to listen on, without a port. */
export function isListenHost(text: string): boolean {
  return isIP(text) !== 0 || readHostName(text) !== null;
}

/** A name of at least two labels, in lower case and A-labels. */
export function readDomainName(text: string): string | null {
  const name = readHostName(text);
  return name?.includes('.') && isIP(name) === 0 ? name : null;
}

/** An address or a CIDR range as it was given; null for anything else. */
export function readNetwork(text: string): string | null {
  const [, address = '', bits] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  return bits === undefined || Number(bits) <= (version === 4 ? 32 : 128) ? text.toLowerCase() : null;
}

/** A DNS server as `node:dns` takes it: '192.0.2.1', '127.0.0.1:5353', '[2001:db8::1]:53'. */
export function readResolver(text: string): string | null {
  if (isIP(text) !== 0) return text;
  const [, v6 = '', v4 = '', port] = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):(\d{1,5})$/i.exec(text) ?? [];
  return (isIP(v6) === 6 || isIP(v4) === 4) && isPort(Number(port)) ? text : null;
}

function readBracketed(text: string): string | null {
  return isIP(text.slice(1, -1)) === 6 ? new URL(`http://${text}`).hostname : null;
}

function readHostName(text: string): string | null {
  const name = domainToASCII(text);
  const isName =
    name.length <= 253 && name.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  return isName ? name : null;
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}
