import fc from 'fast-check';
import { guessPolicyOf } from '#src/compose/secrets.ts';
import { compose } from '#src/compose.ts';
import { createListener } from '#src/process/listener.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { EASY } from '../features/feedback/anonymous.ts';
import { createAnswerCheck } from '../support/answer-check.ts';
import { createTestApp, readConfig, type TestAppOptions } from '../support/app.ts';
import { RCODES, replyTo } from '../support/dns-message.ts';
import { type DnsResponder, startDnsResponder } from '../support/dns-responder.ts';
import { PLANS_ON } from '../support/plans.ts';
import { startRedisServer } from '../support/redis-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { testDocument } from '../support/watched-answers.ts';
import { type Step, visitsOf } from './calls.ts';
import { createPeople } from './people.ts';
import { MARK } from './promises.ts';
import { createTally, type Tally } from './tally.ts';
import { type Stage, visit } from './visit.ts';
import { startWatchdog } from './watchdog.ts';
import { HANG_MS } from './wire.ts';

export interface FuzzOptions {
  readonly engine: 'SQLite' | 'Redis';
  /** Requests, at least. */
  readonly executions: number;
  readonly seed: number;
  /** Of one case that fast-check named; then nothing else is tried. */
  readonly path?: string;
  /** Instead of no limits at all. */
  readonly limits?: Readonly<Record<string, string>>;
  readonly onBatch?: (tally: Tally) => void;
}

const HOST = 'hush.example';
const VISITS_PER_SITE = 60;

/** Every feature with a face in the API is switched on; mails wait and go nowhere. */
const EVERYTHING = {
  ...PLANS_ON,
  ...EASY,
  HUSHLINK_SITE_HOST: HOST,
  HUSHLINK_DOMAINS_ENABLED: 'true',
  HUSHLINK_DOMAINS_CLUSTER_IP: '192.0.2.1',
  HUSHLINK_API_CORS_ORIGINS: 'https://app.example',
  HUSHLINK_MAIL_SMTP: 'smtp://127.0.0.1:9',
  HUSHLINK_MAIL_FROM: 'Hushlink <no-reply@hush.example.org>',
};

/**
 * Visits drawn from the document, each by somebody new, on a site that is replaced by an empty one now and then.
 * Throws what fast-check has to say of the first that breaks a promise, and how to see it again.
 */
export async function fuzz(options: FuzzOptions): Promise<Tally> {
  const tally = createTally();
  const visits = visitsOf(testDocument());
  const watchdog = startWatchdog();
  try {
    for (let seed = options.seed; tally.executions < options.executions; seed += 1) {
      await onSite(options, { tally, watch: watchdog.watch }, async (stage) => {
        const property = fc.asyncProperty(visits, (drawn) => visit(stage, drawn));
        const { path } = options;
        const run = await fc.check(property, { seed, numRuns: VISITS_PER_SITE, ...(path !== undefined && { path }) });
        if (run.failed) throw new Error(await reportOf(run, { ...options, seed }));
      });
      options.onBatch?.(tally);
      if (options.path !== undefined) break;
    }
  } finally {
    await watchdog.stop();
  }
  return tally;
}

async function reportOf(run: fc.RunDetails<[Step[]]>, { engine, seed, limits }: FuzzOptions): Promise<string> {
  const why = run.errorInstance instanceof Error ? run.errorInstance.stack : String(run.errorInstance);
  const more = [engine === 'Redis' ? ' --store redis' : '', limits ? ' --limits' : ''].join('');
  const again = `See it again: npm run fuzz -- --seed ${seed} --path ${run.counterexamplePath}${more}`;
  return [await fc.asyncDefaultReportMessage(run), why, again].join('\n\n');
}

async function onSite(
  options: FuzzOptions,
  { tally, watch }: Pick<Stage, 'tally' | 'watch'>,
  use: (stage: Stage) => Promise<void>,
): Promise<void> {
  const cleanups: (() => unknown)[] = [];
  const t: Cleanup = { after: (run) => cleanups.unshift(run) };
  try {
    const dns = await openDns(t);
    const limits = options.limits ?? { HUSHLINK_LIMITS_ENABLED: 'false' };
    const env = { ...EVERYTHING, HUSHLINK_DOMAINS_RESOLVERS: dns.address, ...limits };
    const store = options.engine === 'Redis' ? { store: await openRedis(t, env) } : {};
    const site = createTestApp(t, { env, hasLightPassphrases: true, ...store });
    // Not the one that fails the process: fast-check has to see what is wrong.
    const app = compose(site.composed);
    const server = createListener({
      app,
      bodyLimitBytes: () => site.config.limits.bodyLimitBytes,
      isDraining: () => false,
    });
    let given = 0;
    await use({
      ...{
        hangMs: HANG_MS,
        host: HOST,
        server,
        clock: site.clock,
        document: testDocument(),
        check: createAnswerCheck(testDocument()),
      },
      ...{ tally, watch, makePerson: await createPeople(site), publish: dns.publish, next: () => ++given },
    });
    const told = site.logged.filter((line) => line.search(MARK) !== -1);
    if (told.length > 0) throw new Error(`the log tells what was shared: ${told[0]}`);
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
}

/** Knows what was published, and nothing else. */
async function openDns(t: Cleanup): Promise<DnsResponder & Pick<Stage, 'publish'>> {
  const texts = new Map<string, string>();
  const responder = await startDnsResponder(t, (question) => {
    const data = question.type === 'TXT' ? texts.get(question.name) : undefined;
    if (data === undefined) return replyTo(question, [], { rcode: RCODES.nxdomain });
    return replyTo(question, [{ name: question.name, type: 'TXT', data }]);
  });
  return Object.assign(responder, { publish: (host: string, text: string) => void texts.set(host, text) });
}

async function openRedis(t: Cleanup, env: TestAppOptions['env'] = {}) {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const policy = guessPolicyOf(readConfig({ HUSHLINK_DATA: '/tmp', ...env }).secrets);
  const store = await openRedisStore({ url: server.url, policy, onError: () => {}, onWarning: () => {} });
  t.after(() => store.close());
  return store;
}
