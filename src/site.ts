import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { availableParallelism } from 'node:os';
import { composeBillingWatcher, openPayments } from './compose/billing.ts';
import { composeMonitor } from './compose/domain-watch.ts';
import { composeResealer } from './compose/keys.ts';
import { composeMail } from './compose/mail.ts';
import { type ComposeDeps, compose, composeInternal } from './compose.ts';
import { MOST_WAITING } from './crypto/queue.ts';
import type { Settings } from './settings.ts';

/** What outlives a change of the configuration. */
export type SiteParts = Pick<
  ComposeDeps,
  'seal' | 'texts' | 'log' | 'store' | 'metrics' | 'readiness' | 'assets' | 'describedApi' | 'version' | 'randomBytes'
>;

/** Everything that is made of one configuration. */
export interface Site {
  readonly settings: Settings;
  /** What visitors reach. */
  readonly app: RequestListener;
  /** What our own machines reach. */
  readonly internal: RequestListener;
  /** Begins with the work that nobody asks for: mails, domains, payments, sealing anew. */
  start(): void;
  /** Ends that work: finishes what is under way, and cuts what takes longer than that. */
  stop(drainMs: number): Promise<void>;
}

/** How many argon2 Node computes at once; one more would wait inside Node, out of turn. */
const NODES_THREADS = 4;

/** Opens no connection by itself. */
export async function openSite(settings: Settings, parts: SiteParts): Promise<Site> {
  const { config, articles } = settings;
  const shared = { ...parts, config, now: () => Date.now() };
  const { mailer, postman } = composeMail(shared);
  const payments = await openPayments(shared);
  const watcher = composeBillingWatcher({ ...shared, payments });
  const workers = [postman, composeMonitor(shared), watcher, composeResealer(shared)].filter(
    (worker) => worker !== null,
  );
  const composed: ComposeDeps = {
    ...{ ...shared, articles, mailer, payments, wakeBilling: () => watcher?.wake() },
    monotonicMs: () => performance.now(),
    newUuid: () => randomUUID(),
    stretching: { concurrent: Math.min(availableParallelism(), NODES_THREADS), waiting: MOST_WAITING },
  };
  return {
    ...{ settings, app: compose(composed), internal: composeInternal(composed) },
    start: () => {
      for (const worker of workers) worker.start();
    },
    stop: async (drainMs) => void (await Promise.all(workers.map((worker) => worker.stop(drainMs)))),
  };
}
