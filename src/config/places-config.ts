import type { Redacted } from './redacted.ts';
import type { KeyValues } from './schema.ts';

/**
 * The part of the configuration that is about names, regions and support. What a value means stands in
 * config/hushlink.yaml.
 */
export interface PlacesConfig {
  readonly domains: {
    readonly isEnabled: boolean;
    /** Without a port; null only without site.host, and then domains are off. */
    readonly clusterHost: string | null;
    readonly clusterIp: string | null;
    readonly clusterName: string | null;
    /** null: as many as they like. */
    readonly perCustomer: number | null;
    /** As `node:dns` takes them; empty is the system's. */
    readonly resolvers: readonly string[];
    readonly dnsTimeoutMs: number;
    readonly monitorIntervalMs: number;
    readonly tlsPort: number;
    /** CIDR ranges besides the public ones that the monitor may reach. */
    readonly privateNetworks: readonly string[];
  };
  readonly regions: {
    /** True only with at least one. */
    readonly isEnabled: boolean;
    /** The one this site is in comes first. */
    readonly jurisdictions: readonly Jurisdiction[];
  };
  readonly incoming: {
    /** null: there is no support form. */
    readonly recipient: string | null;
    readonly ttlSeconds: number;
    readonly passphrase: Redacted<string> | null;
    readonly perHour: number;
    readonly hasCaptcha: boolean;
  };
}

/** A region, in the names of the YAML. */
export type Jurisdiction = KeyValues['regions.jurisdictions'][number];

export function buildPlaces(values: KeyValues): PlacesConfig {
  return {
    domains: buildDomains(values),
    regions: buildRegions(values),
    incoming: {
      recipient: values['incoming.recipient'],
      ttlSeconds: values['incoming.ttl'],
      passphrase: values['incoming.passphrase'],
      perHour: values['incoming.per_hour'],
      hasCaptcha: values['incoming.captcha'],
    },
  };
}

function buildDomains(values: KeyValues): PlacesConfig['domains'] {
  const clusterHost = values['domains.cluster_host'] ?? values['site.host']?.replace(/:\d+$/, '') ?? null;
  return {
    isEnabled: values['domains.enabled'] && values['authentication.enabled'],
    clusterHost,
    clusterIp: values['domains.cluster_ip'],
    clusterName: values['domains.cluster_name'] ?? clusterHost,
    perCustomer: values['domains.per_customer'],
    resolvers: values['domains.resolvers'],
    dnsTimeoutMs: values['domains.dns_timeout'] * 1000,
    monitorIntervalMs: values['domains.monitor_interval'] * 1000,
    tlsPort: values['domains.tls_port'],
    privateNetworks: values['domains.private_networks'],
  };
}

/** The current region first; if none is named, the first of the list is the current one. */
export function buildRegions(values: KeyValues): PlacesConfig['regions'] {
  const all = values['regions.jurisdictions'];
  const current = all.find(({ identifier }) => identifier === values['regions.current']) ?? all[0];
  const others = all.filter((jurisdiction) => jurisdiction !== current);
  return {
    isEnabled: values['regions.enabled'] && current !== undefined,
    jurisdictions: current === undefined ? [] : [current, ...others],
  };
}
