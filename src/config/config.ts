import { join, resolve } from 'node:path';
import { type AccessConfig, buildAccess } from './access-config.ts';
import { buildLimits, type LimitsConfig } from './limits-config.ts';
import { buildMoney, type MoneyConfig } from './money-config.ts';
import { withoutOwnPort } from './network-names.ts';
import { buildPlaces, type PlacesConfig } from './places-config.ts';
import type { Redacted } from './redacted.ts';
import type { KeyValues } from './schema.ts';
import type { StoreAddress } from './store-address.ts';
import { buildWords, type WordsConfig } from './words-config.ts';

/** Code points and seconds. */
export interface PlanLimits {
  readonly ttlSeconds: number;
  readonly maxContentChars: number;
}

/** The configuration, checked and in our units. What a value means stands in config/hushlink.yaml. */
export interface Config extends AccessConfig, PlacesConfig, MoneyConfig, WordsConfig {
  /** Absolute. */
  readonly dataFolder: string;
  /** The path of an SQLite store is absolute. */
  readonly store: StoreAddress;
  /** How many replicas of Redis must have a new secret, and a claim, before they are answered. */
  readonly waitReplicas: number;
  readonly site: {
    /** `host[:port]` in lower case, without the scheme's own port; null serves the loopback names. */
    readonly host: string | null;
    readonly scheme: 'http' | 'https';
    /** At least 32 bytes; null only with an SQLite store, where `ensureSiteSecret` finds or makes it. */
    readonly secret: Redacted<Buffer> | null;
    /** What else opens rows: secrets that `secret` was before, or will be next. At most five, all different. */
    readonly previousSecrets: readonly Redacted<Buffer>[];
    readonly name: string;
    /** null is the text of the visitor's language. */
    readonly tagline: string | null;
    /** HTML as the operator wrote it, not yet sanitised. */
    readonly banner: string | null;
  };
  readonly listen: {
    readonly port: number;
    readonly host: string;
    readonly drainMs: number;
    /** How long requests are still taken after a stop was asked for. */
    readonly drainDelayMs: number;
    /** Addresses and CIDR ranges. */
    readonly trustedProxies: readonly string[];
    /** For our own machines only; null is none. */
    readonly internal: { readonly host: string; readonly port: number } | null;
  };
  readonly secrets: {
    /** May exceed what a plan allows; whoever applies it clamps it to the plan. */
    readonly defaultTtlSeconds: number;
    /** Ascending, not yet cut to a plan. */
    readonly ttlOptionsSeconds: readonly number[];
    /** 0 is off. */
    readonly senderCopySeconds: number;
    /** 0 is off. */
    readonly redeliverySeconds: number;
    readonly passphrase: {
      readonly maxTries: number;
      readonly firstDelaySeconds: number;
      readonly maxDelaySeconds: number;
      readonly maxLockSeconds: number;
      readonly isRequired: boolean;
      readonly minChars: number;
    };
    readonly create: {
      readonly allowed: 'anyone' | 'signed-in';
      /** Addresses and CIDR ranges; empty is everybody. */
      readonly networks: readonly string[];
    };
    readonly generated: {
      readonly lengthChars: number;
      readonly characterSets: readonly ('lowercase' | 'uppercase' | 'digits' | 'symbols')[];
    };
  };
  readonly limits: LimitsConfig;
  readonly log: { readonly level: KeyValues['log.level']; readonly hasAccess: boolean };
  readonly locales: { readonly default: string };
}

/** Gives checked values their shape and fills in what follows from others. Paths are relative to `cwd`. */
export function buildConfig(values: KeyValues, cwd: string): Config {
  const dataFolder = resolve(cwd, values.data);
  return {
    dataFolder,
    store: buildStore(values.store, dataFolder, cwd),
    waitReplicas: values['store.wait_replicas'],
    site: buildSite(values),
    listen: buildListen(values),
    secrets: buildSecrets(values),
    ...buildAccess(values),
    ...buildPlaces(values),
    ...buildMoney(values),
    ...buildWords(values, cwd),
    limits: buildLimits(values),
    log: { level: values['log.level'], hasAccess: values['log.access'] },
    locales: { default: values['locales.default'] },
  };
}

function buildStore(store: KeyValues['store'], dataFolder: string, cwd: string): StoreAddress {
  if (store === null) return { kind: 'sqlite', path: join(dataFolder, 'hushlink.db') };
  return store.kind === 'sqlite' ? { kind: 'sqlite', path: resolve(cwd, store.path) } : store;
}

function buildSite(values: KeyValues): Config['site'] {
  const scheme = values['site.scheme'] ?? (values['site.host'] === null ? 'http' : 'https');
  const host = values['site.host'];
  return {
    host: host === null ? null : withoutOwnPort(host, scheme),
    scheme,
    secret: values['site.secret'],
    previousSecrets: values['site.previous_secrets'],
    name: values['site.name'],
    tagline: values['site.tagline'],
    banner: values['site.banner'],
  };
}

function buildListen(values: KeyValues): Config['listen'] {
  const internalPort = values['listen.internal_port'];
  return {
    internal: internalPort === null ? null : { host: values['listen.internal_host'], port: internalPort },
    port: values['listen.port'],
    host: values['listen.host'],
    drainMs: values['listen.drain'] * 1000,
    drainDelayMs: values['listen.drain_delay'] * 1000,
    trustedProxies: values['listen.trusted_proxies'],
  };
}

function buildSecrets(values: KeyValues): Config['secrets'] {
  return {
    defaultTtlSeconds: values['secrets.default_ttl'],
    ttlOptionsSeconds: values['secrets.ttl_options'].toSorted((a, b) => a - b),
    senderCopySeconds: values['secrets.sender_copy'],
    redeliverySeconds: values['secrets.redelivery'],
    passphrase: {
      maxTries: values['secrets.passphrase.tries'],
      firstDelaySeconds: values['secrets.passphrase.first_delay'],
      maxDelaySeconds: values['secrets.passphrase.max_delay'],
      maxLockSeconds: values['secrets.passphrase.max_lock'],
      isRequired: values['secrets.passphrase.required'],
      minChars: values['secrets.passphrase.min_length'],
    },
    create: { allowed: values['secrets.create.allowed'], networks: values['secrets.create.networks'] },
    generated: {
      lengthChars: values['secrets.generated.length'],
      characterSets: values['secrets.generated.character_sets'],
    },
  };
}
