import { isWebAddress } from '../sharing/target.ts';

/** An address without a path, as `--server`, profiles and `verify` take it; undefined for anything else. */
export function parseServer(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '';
  return url && isBare && isWebAddress(url) ? url : undefined;
}

/** Whether what is sent there can be read on the way. */
export function isReadableOnTheWay(server: URL): boolean {
  const isLoopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(server.hostname);
  return server.protocol === 'http:' && !isLoopback;
}
