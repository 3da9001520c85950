import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RATE_GROUPS, type RateGroup } from '#src/values/rate-groups.ts';
import { createRatesAlone, type TellAlone } from './rates-alone.ts';
import { type CountedRequest, createRequestCounts } from './request-counts.ts';

/** What can become of a secret while somebody is there. */
const SECRET_EVENTS = ['created', 'revealed', 'burned', 'wrong_passphrase'] as const;
export type SecretEvent = (typeof SECRET_EVENTS)[number];

const RELOAD_OUTCOMES = ['applied', 'refused'] as const;
export type ReloadOutcome = (typeof RELOAD_OUTCOMES)[number];

/**
 * What this process counts of itself, in a registry of its own. Every label comes from a fixed set: nothing that
 * a visitor sends can make a new series, and no key, name or address is in any.
 */
export interface Metrics {
  countRequest(request: CountedRequest): void;
  countSecret(event: SecretEvent): void;
  /** The store did not do what was asked. */
  countStoreError(): void;
  countReload(outcome: ReloadOutcome): void;
  /** A request was refused because somebody has asked for too much. */
  countRateLimited(group: RateGroup): void;
  /** For the limits that are in force from now on: those before are not heard any more. */
  tellerOfRates(): TellAlone;
  /** Everything, in the text format of Prometheus. */
  read(): Promise<string>;
  /** Of that text. */
  readonly contentType: string;
}

/** Mails of the whole site, whichever process sent them. */
export interface OutboxTotals {
  readonly waiting: number;
  readonly sent: number;
  readonly failed: number;
}

export interface MetricsOptions {
  readonly version: string;
  /** 'sqlite' or 'redis'. */
  readonly store: string;
  /** These three are asked when somebody reads, and are to answer in bounded time. */
  readonly isStoreUp: () => Promise<boolean>;
  /** null when the store does not say. */
  readonly outboxTotals: () => Promise<OutboxTotals | null>;
  readonly isDraining: () => boolean;
  /** Whether to watch the process too: its memory, its event loop, its handles. */
  readonly watchesProcess: boolean;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  if (options.watchesProcess) collectDefaultMetrics({ register: registry });
  const askFacts = addFacts(registry, options);
  const countOf = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  const storeErrors = countOf('hushlink_store_errors_total', 'Times the store did not do what was asked.');
  return {
    countRequest: createRequestCounts(registry),
    countSecret: countByName(registry, SECRET_EVENTS, {
      ...{ name: 'hushlink_secrets_total', label: 'event' },
      help: 'What became of secrets through this server. None is what expires unread, and a link that verifies an address.',
    }),
    countStoreError: () => storeErrors.inc(),
    countReload: countByName(registry, RELOAD_OUTCOMES, {
      ...{ name: 'hushlink_config_reloads_total', label: 'outcome' },
      help: 'Times the configuration was read again because of SIGHUP.',
    }),
    countRateLimited: countByName(registry, RATE_GROUPS, {
      ...{ name: 'hushlink_rate_limited_total', label: 'group' },
      help: 'Requests refused because a network address or an account has asked for too much.',
    }),
    tellerOfRates: createRatesAlone(registry),
    read: async () => {
      await askFacts();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** Each name is there from the start, at zero: an alert on a rate sees the first time too. */
function countByName<Name extends string>(
  registry: Registry,
  names: readonly Name[],
  { name, label, help }: { readonly name: string; readonly label: string; readonly help: string },
): (counted: Name) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const one of names) counter.inc({ [label]: one }, 0);
  return (counted) => counter.inc({ [label]: counted });
}

/** Facts that are asked for when somebody reads. */
function addFacts(registry: Registry, { version, store, ...asked }: MetricsOptions): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const help = 'Always 1; says which version runs on which kind of store.';
  const build = { name: 'hushlink_build_info', help, labelNames: ['version', 'store'], registers: [registry] };
  new Gauge(build).set({ version, store }, 1);
  const draining = gauge('hushlink_draining', '1 from the moment a stop was asked for.');
  const up = gauge('hushlink_store_up', '1 if the store answers and can take writes.');
  const waiting = gauge('hushlink_outbox_waiting', 'Mails that wait to be sent, of the whole site.');
  const sent = gauge('hushlink_outbox_sent', 'Mails that the mail server has taken, of the whole site.');
  const failed = gauge('hushlink_outbox_failed', 'Mails that were given up, of the whole site.');
  return async () => {
    const [isUp, totals] = await Promise.all([asked.isStoreUp(), asked.outboxTotals()]);
    draining.set(asked.isDraining() ? 1 : 0);
    up.set(isUp ? 1 : 0);
    waiting.set(totals?.waiting ?? Number.NaN);
    sent.set(totals?.sent ?? Number.NaN);
    failed.set(totals?.failed ?? Number.NaN);
  };
}
