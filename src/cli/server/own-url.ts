import type { Config } from '#src/config/config.ts';

/** Addresses that mean all of a machine's, and where a server that listens on them can be reached. */
const REACHED_AT: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Where the server of this configuration answers on this machine; null for port 0, as only the server knows which. */
export function ownUrl({ host, port }: Config['listen'], path: string): string | null {
  if (port === 0) return null;
  const address = REACHED_AT[host] ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}${path}`;
}
