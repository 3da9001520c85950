import type { Config } from '#src/config/config.ts';

/** What a server listens on that listens everywhere, and where it can be reached then. */
const REACHED_AT: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Where the server of this configuration answers on this machine; null where it has taken any free port, which nobody else knows. */
export function ownUrl({ host, port }: Config['listen'], path: string): string | null {
  if (port === 0) return null;
  const address = REACHED_AT[host] ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}${path}`;
}
