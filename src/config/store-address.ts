import { Redacted } from './redacted.ts';
import { isSample } from './secret-text.ts';

/** Where the store is. The address of a Redis may hold a password. */
export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'redis'; readonly url: Redacted<string>; readonly urlWithoutPassword: string };

/** Reads `sqlite:PATH`, `redis://…` or `rediss://…`; null for anything else and for a sample's password. */
export function readStoreAddress(text: string): StoreAddress | null {
  return text.startsWith('sqlite:') ? readSqlite(text.slice('sqlite:'.length)) : readRedis(text);
}

function readSqlite(path: string): StoreAddress | null {
  // ':memory:' would forget every secret at a stop, while its sender was told when it expires.
  const isFile = path !== '' && !path.includes('\0') && !path.startsWith(':') && !path.endsWith('/');
  return isFile ? { kind: 'sqlite', path: path.replace(/^\/{2,}/, '/') } : null;
}

function readRedis(text: string): StoreAddress | null {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.hostname === '' || !/^(?:\/\d{0,5})?$/.test(url.pathname) || url.search + url.hash !== '') return null;
  if (isSample(url.password)) return null;
  return { kind: 'redis', url: new Redacted(text), urlWithoutPassword: withoutPassword(url) };
}

function withoutPassword(url: URL): string {
  const user = url.username + url.password === '' ? '' : '[redacted]@';
  return `${url.protocol}//${user}${url.host}${url.pathname}`;
}
