import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleSecret } from '../config/load-sample.ts';
import { chart } from './render.ts';

/** values.yaml as it is. */
export const valuesText = readFileSync(join(chart, 'values.yaml'), 'utf8');

export interface Values {
  readonly [name: string]: unknown;
}

/** Values over values, as helm lays them over each other. */
export function laidOver(below: Values, above: Values): Values {
  const merged: Record<string, unknown> = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const old = merged[name];
    merged[name] = isMap(old) && isMap(value) ? laidOver(old, value) : value;
  }
  return merged;
}

/** `valueAt('image.tag', '1')` is { image: { tag: '1' } }. */
export function valueAt(path: string, value: unknown): Values {
  const [name = '', ...rest] = path.split('.');
  return { [name]: rest.length === 0 ? value : valueAt(rest.join('.'), value) };
}

/** Neither a list nor a single value. */
export function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The sites that most cases begin with. */
export const sites = {
  embedded: {},
  redis: {
    store: { kind: 'redis', address: 'redis://cache:6379/1' },
    secrets: { siteSecret: { existingSecret: 'site' } },
  },
  /** Redis by a secret address, with mail and money, behind an Ingress, watched. */
  whole: {
    image: { repository: 'registry.example.com/hushlink' },
    store: { kind: 'redis', waitReplicas: 1 },
    secrets: {
      siteSecret: { existingSecret: 'site' },
      previousSecrets: { existingSecret: 'old-site' },
      store: { existingSecret: 'redis' },
      mailSmtp: { existingSecret: 'smtp' },
      incomingPassphrase: { existingSecret: 'support' },
      stripeKey: { existingSecret: 'stripe' },
      webhookSecret: { existingSecret: 'stripe' },
    },
    replicas: 3,
    config: {
      site: { host: 'secrets.example.com:8443' },
      listen: { trusted_proxies: ['10.0.0.0/8'], drain_delay: '1m', drain: 40 },
      mail: { from: 'Ours <no-reply@example.com>' },
      incoming: { recipient: 'support@example.com' },
      plans: { enabled: true },
      domains: { enabled: true, tls_port: 8443 },
      limits: { body_bytes: '13MiB' },
    },
    ingress: { enabled: true },
    httpRoute: { enabled: true, parentRefs: [{ name: 'outer', namespace: 'gateways' }] },
    serviceMonitor: { enabled: true },
    prometheusRule: { enabled: true },
    dashboard: { enabled: true },
    networkPolicy: { internalFromNamespaces: ['monitoring'] },
  },
  /** Every secret by its value. */
  ownSecrets: {
    store: { kind: 'redis' },
    secrets: {
      siteSecret: { value: sampleSecret },
      previousSecrets: { value: 'qk8W2LrYp0cX5vB9nT3mZ7aD1fG4hJ6sE8uI0oRtYwQ=' },
      store: { value: 'rediss://app:hunter2@cache:6379/3' },
      mailSmtp: { value: 'smtps://robin:tr0mb0ne@mail.test' },
      incomingPassphrase: { value: 'barnacle' },
      stripeKey: { value: 'sk_test_mackerel' },
      webhookSecret: { value: 'whsec_anchovy' },
    },
    config: { mail: { from: 'no-reply@example.com' } },
  },
} as const satisfies Record<string, Values>;
