import { fail, ok, type Result } from '#src/result.ts';

export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

/** Where Redis is, as the configuration names it. Holds the password: see `RedisAddress.shown` for what may be printed. */
export interface RedisAddress {
  /** One process; a master that sentinels name; masters that share the keys. */
  readonly kind: 'single' | 'sentinel' | 'cluster';
  /** Of the process itself, of the sentinels, of some members of the cluster. At least one. */
  readonly hosts: readonly RedisHost[];
  readonly isEncrypted: boolean;
  /** '' where none is named. */
  readonly user: string;
  readonly password: string;
  readonly database: number;
  /** What the sentinels call the master; '' without sentinels. */
  readonly masterName: string;
  /** The address with its account masked. */
  readonly shown: string;
}

export interface RedisAddressFailure {
  readonly kind:
    | 'scheme'
    | 'hosts'
    | 'one-host'
    | 'account'
    | 'master-name'
    | 'database'
    | 'cluster-database'
    | 'parameters';
}

type Kind = RedisAddress['kind'];

const STANDARD_PORTS: Readonly<Record<Kind, number>> = { single: 6379, sentinel: 26_379, cluster: 6379 };

/**
 * Reads `redis://[user:password@]host[:port][/db]`, `redis+sentinel://[user:password@]host:port,…/master-name[/db]`
 * and `redis+cluster://[user:password@]host:port,…`; rediss, rediss+sentinel and rediss+cluster are the same over TLS.
 */
export function readRedisAddress(text: string): Result<RedisAddress, RedisAddressFailure> {
  const [, scheme, tls, topology, authority = '', path = '', rest = ''] =
    /^(redis(s)?(?:\+(sentinel|cluster))?):\/\/([^/?#]*)([^?#]*)(.*)$/s.exec(text) ?? [];
  if (scheme === undefined) return fail({ kind: 'scheme' });
  if (rest !== '') return fail({ kind: 'parameters' });
  const kind = (topology ?? 'single') as Kind;
  const at = authority.lastIndexOf('@');
  const account = readAccount(authority.slice(0, Math.max(0, at)));
  if (account === null) return fail({ kind: 'account' });
  const hosts = readHosts(authority.slice(at + 1), STANDARD_PORTS[kind]);
  if (hosts === null) return fail({ kind: 'hosts' });
  if (kind === 'single' && hosts.length > 1) return fail({ kind: 'one-host' });
  const place = readPlace(kind, path);
  if (!place.ok) return place;
  const shown = `${scheme}://${at < 0 ? '' : '[redacted]@'}${authority.slice(at + 1)}${path}`;
  return ok({ kind, hosts, isEncrypted: tls === 's', ...account, ...place.value, shown });
}

function readAccount(text: string): Pick<RedisAddress, 'user' | 'password'> | null {
  const colon = text.indexOf(':');
  try {
    if (colon < 0) return { user: decodeURIComponent(text), password: '' };
    return { user: decodeURIComponent(text.slice(0, colon)), password: decodeURIComponent(text.slice(colon + 1)) };
  } catch {
    return null;
  }
}

function readHosts(text: string, standardPort: number): readonly RedisHost[] | null {
  const hosts = text.split(',').map((part) => readHost(part, standardPort));
  return hosts.every((host) => host !== null) ? hosts : null;
}

function readHost(text: string, standardPort: number): RedisHost | null {
  const [, bracketed, name, port] = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]\\%]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = bracketed ?? name;
  const number = port === undefined ? standardPort : Number(port);
  return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number };
}

type Place = Pick<RedisAddress, 'database' | 'masterName'>;

function readPlace(kind: Kind, path: string): Result<Place, RedisAddressFailure> {
  if (kind === 'cluster') {
    return path === '' || path === '/' ? ok({ database: 0, masterName: '' }) : fail({ kind: 'cluster-database' });
  }
  const [, masterName = ''] = kind === 'sentinel' ? (/^\/([A-Za-z0-9._-]+)(?=\/|$)/.exec(path) ?? []) : [];
  if (kind === 'sentinel' && masterName === '') return fail({ kind: 'master-name' });
  const database = /^\/?(\d{0,5})$/.exec(kind === 'sentinel' ? path.slice(1 + masterName.length) : path)?.[1];
  return database === undefined ? fail({ kind: 'database' }) : ok({ database: Number(database), masterName });
}
