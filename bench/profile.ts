// npm run bench:profile: where the server's time goes while it is asked at 16 connections, into
// bench/PROFILE.md. Watching costs about a sixth of the speed; the shares are what counts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrograms } from '../tests/support/install.ts';
import { startRedisServer } from '../tests/support/redis-server.ts';
import { temporaryFolder } from '../tests/support/temp.ts';
import { commandLine } from './command-line.ts';
import { measure } from './load/closed-loop.ts';
import { get } from './load/request.ts';
import { asking, makeSecrets, revealing, type Task, tasks } from './load/tasks.ts';
import { type CpuProfile, timesWithin, type Window } from './profile/cpu-profile.ts';
import { createModuleOf } from './profile/modules.ts';
import { partOf } from './profile/parts.ts';
import { describeMachine } from './report/machine.ts';
import { figure, percentText, table } from './report/table.ts';
import { JUDGED_CONNECTIONS } from './rows/rounds.ts';
import { COUNTED } from './site/settings.ts';
import { type OwnSite, startSite } from './site/site.ts';

const DURATION_MS = 4000;
const WARM_UP_MS = 2000;
const WAITING = 1000;
const REVEALED = 20_000;
const INTERVAL_US = 250;

interface Watched {
  readonly name: string;
  readonly window: Window;
  readonly requests: number;
}

type TaskOf = (site: OwnSite, isWarmUp: boolean) => Promise<Task>;

const TASKS: readonly (readonly [name: string, taskOf: TaskOf])[] = [
  ['create', async () => tasks.create],
  ['reveal', async ({ port }, isWarmUp) => revealing(await makeSecrets(port, isWarmUp ? WAITING : REVEALED))],
  ['secret page', async ({ port }) => asking((await makeSecrets(port, WAITING)).map((key) => get(`/secret/${key}`)))],
  ['home', async () => tasks.home],
];

commandLine('bench:profile', 'Where the time of the server goes, into bench/PROFILE.md.').parse();

const moduleOf = createModuleOf();
const cleanups: (() => unknown)[] = [];
const t = { after: (run: () => unknown) => cleanups.push(run) };
try {
  ensurePrograms(['redis-server']);
  const tables = [await profileOf('SQLite FULL'), await profileOf('Redis')];
  const report = describe(tables.flat());
  console.log(report);
  writeFileSync(join(import.meta.dirname, 'PROFILE.md'), report);
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}

/** One table for each thing that is asked of this store. */
async function profileOf(store: 'SQLite FULL' | 'Redis'): Promise<string[]> {
  const redis = store === 'Redis' ? await startRedisServer({ appendfsync: 'everysec' }) : undefined;
  if (redis) t.after(() => redis.stop());
  const folder = temporaryFolder(t);
  const watching = `--cpu-prof --cpu-prof-interval=${INTERVAL_US} --cpu-prof-dir=${folder}`;
  const site = await startSite({ ...(redis && { redis }), env: { ...COUNTED, NODE_OPTIONS: watching } });
  const watched: Watched[] = [];
  try {
    for (const [name, taskOf] of TASKS) watched.push(await watch(site, `${name}, ${store}`, taskOf));
  } finally {
    await site.stop();
  }
  const profile = profileIn(folder);
  return watched.map((one) => tableOf(profile, one));
}

async function watch(site: OwnSite, name: string, taskOf: TaskOf): Promise<Watched> {
  const run = async (isWarmUp: boolean): Promise<Watched> => {
    const task = await taskOf(site, isWarmUp);
    const fromUs = nowUs();
    const durationMs = isWarmUp ? WARM_UP_MS : DURATION_MS;
    const { perSecond } = await measure({ ...site, connections: JUDGED_CONNECTIONS, durationMs, task });
    const untilUs = nowUs();
    return { name, window: { fromUs, untilUs }, requests: (perSecond * (untilUs - fromUs)) / 1e6 };
  };
  await run(true);
  return run(false);
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The largest: what was started before the server writes one, too. */
function profileIn(folder: string): CpuProfile {
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return JSON.parse(texts.reduce((one, other) => (other.length > one.length ? other : one)));
}

function tableOf(profile: CpuProfile, { name, window, requests }: Watched): string {
  const times = timesWithin(profile, window, moduleOf, partOf);
  const busyUs = times.values().reduce((sum, us) => sum + us, 0);
  const spanUs = window.untilUs - window.fromUs;
  const rows = [...times].sort(([, one], [, other]) => other - one);
  const cells = rows.map(([part, us]) => [part, figure(us / requests), percentText((us / busyUs) * 100)]);
  const busy = `busy for ${percentText((busyUs / spanUs) * 100)} of the time, ${figure(busyUs / requests)} µs for each request`;
  return `## ${name}\n\n${busy}.\n\n${table(['where', 'µs', 'share'], cells)}\n`;
}

function describe(tables: readonly string[]): string {
  return `# Where the time goes

Made by \`npm run bench:profile\`: what the server's main thread does while ${JUDGED_CONNECTIONS} connections ask, from samples every
${INTERVAL_US} µs over ${DURATION_MS / 1000} s (reveal: until ${REVEALED.toLocaleString('en')} secrets are opened, if that is sooner), the server as in
RESULTS.md. Being watched makes it about a sixth slower. The threads that wait for the disk, and the collector's
helpers, are not in it.

${describeMachine()}

${tables.join('\n')}`;
}
