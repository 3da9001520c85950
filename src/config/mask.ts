import type { Config } from './config.ts';
import { mailboxText, type SmtpAddress } from './mail-names.ts';
import { REDACTED_TEXT, Redacted } from './redacted.ts';
import { configSchema, KEY_PATHS, type KeyPath, type KeyValues, LONG_NAMES } from './schema.ts';

/** A section of the YAML, or the whole of it. */
export interface ShownKeys {
  [name: string]: unknown;
}

/**
 * The configuration in effect, every key under its name in the YAML and in the order of the schema, with
 * secrets masked: what `hushlink config show` prints. Without its secrets it can be loaded again and means
 * the same.
 */
export function maskedConfig(values: KeyValues, config: Config): ShownKeys {
  const written = writtenValues(config);
  const shown: ShownKeys = {};
  for (const path of KEY_PATHS) {
    const parts = (LONG_NAMES[path] ?? path).split('.');
    const section = parts.slice(0, -1).reduce(sectionIn, shown);
    const value = written[path] ?? values[path];
    section[parts.at(-1) ?? path] = masked(value);
  }
  return shown;
}

/** Values that the configuration has in another form than its YAML, or that follow from others where a key is null. */
function writtenValues({
  dataFolder,
  store,
  site,
  mail,
  domains,
}: Config): Readonly<Partial<Record<KeyPath, unknown>>> {
  return {
    data: dataFolder,
    store: store.kind === 'sqlite' ? `sqlite:${store.path}` : store.urlWithoutPassword,
    'site.host': site.host,
    'site.scheme': site.scheme,
    'mail.smtp': mail.smtp === null ? null : smtpText(mail.smtp),
    'mail.from': mail.from === null ? null : mailboxText(mail.from),
    'domains.cluster_host': ifTaken('domains.cluster_host', domains.clusterHost),
    'domains.cluster_name': ifTaken('domains.cluster_name', domains.clusterName),
  };
}

/** What follows from another key, unless this key would refuse it: a site may be an address, an alias needs a name. */
function ifTaken(path: KeyPath, value: string | null): string | null {
  return configSchema.shape[path].safeParse(value).success ? value : null;
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  return value instanceof Redacted ? REDACTED_TEXT : value;
}

function sectionIn(parent: ShownKeys, name: string): ShownKeys {
  const section = (parent[name] ?? {}) as ShownKeys;
  parent[name] = section;
  return section;
}

/** Name and password of the account are masked together, as in the address of the store. */
function smtpText({ host, port, isTls, user }: SmtpAddress): string {
  const account = user === null ? '' : `${REDACTED_TEXT}@`;
  return `${isTls ? 'smtps' : 'smtp'}://${account}${host.includes(':') ? `[${host}]` : host}:${port}`;
}
