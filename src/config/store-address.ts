import { fail, ok, type Result } from '#src/result.ts';
import { type RedisAddressFailure, readRedisAddress } from '#src/values/redis-address.ts';
import { Redacted } from './redacted.ts';
import { isSample } from './secret-text.ts';

/** Where the store is. The address of a Redis may hold a password. */
export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'redis'; readonly url: Redacted<string>; readonly urlWithoutPassword: string };

export type StoreAddressFailure = RedisAddressFailure | { readonly kind: 'file' | 'sample' };

/** Reads `sqlite:PATH` or an address of Redis, refusing a sample's password. */
export function readStoreAddress(text: string): Result<StoreAddress, StoreAddressFailure> {
  return text.startsWith('sqlite:') ? readSqlite(text.slice('sqlite:'.length)) : readRedis(text);
}

function readSqlite(path: string): Result<StoreAddress, StoreAddressFailure> {
  // ':memory:' would forget every secret at a stop, while its sender was told when it expires.
  const isFile = path !== '' && !path.includes('\0') && !path.startsWith(':') && !path.endsWith('/');
  return isFile ? ok({ kind: 'sqlite', path: path.replace(/^\/{2,}/, '/') }) : fail({ kind: 'file' });
}

function readRedis(text: string): Result<StoreAddress, StoreAddressFailure> {
  const address = readRedisAddress(text);
  if (!address.ok) return address;
  const { password, shown } = address.value;
  if (isSample(password)) return fail({ kind: 'sample' });
  return ok({ kind: 'redis', url: new Redacted(text), urlWithoutPassword: shown });
}

const KINDS = 'sqlite:PATH, redis://host[:port][/db], redis+sentinel://… or redis+cluster://…, rediss for TLS';

/** Why an address is refused, for the operator. */
export const STORE_REFUSALS: Readonly<Record<StoreAddressFailure['kind'], string>> = {
  scheme: `must be ${KINDS}`,
  file: 'must name a file after sqlite:',
  sample: "must not hold a sample's password",
  parameters: 'must not hold ? or #',
  account: 'must hold its account as user:password@, special characters as %XX',
  hosts: 'must name its hosts as host or host:port, several with commas between them',
  'one-host': 'must name one host; several stand in redis+sentinel://… or redis+cluster://…',
  'master-name': 'must name the master behind the sentinels, as in redis+sentinel://host:26379/mymaster',
  database: 'must name the database by its number, as in redis://host:6379/1',
  'cluster-database': 'must not name a database: a cluster has only one',
};
