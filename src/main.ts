import { randomBytes } from 'node:crypto';
import about from '../package.json' with { type: 'json' };
import { keyRefusalText } from './compose/keys.ts';
import { markText } from './compose/mark.ts';
import { describeApi } from './compose/openapi.ts';
import type { Config } from './config/config.ts';
import { problemText } from './config/problem.ts';
import { readTextFile } from './config/read-text.ts';
import type { KeyRing } from './crypto/key-ring.ts';
import { createRandomPool } from './crypto/random-pool.ts';
import { closedToUs, type ProcessUser } from './data-folder.ts';
import { settleKeys } from './features/keys/settling.ts';
import { createAssets } from './http/assets.ts';
import { openPacks } from './i18n/packs.ts';
import { createTexts } from './i18n/texts.ts';
import { createLog, type Log } from './log/log.ts';
import { openSeal } from './open-seal.ts';
import { openStore, reasonOf } from './open-store.ts';
import type { HangUps } from './process/hang-ups.ts';
import { type Signals, serveUntilStopped } from './process/serving.ts';
import { openResources } from './resources.ts';
import { readChange, readSettings, type Settings, type SettingsInput } from './settings.ts';
import type { Store } from './store/store.ts';

/** What a running server touches of the outside. */
export interface ServeIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stderr: { write(text: string): unknown };
  /** Says why it does not start, and gives the exit code. */
  readonly refuse: (problems: readonly string[]) => number;
  readonly signals: Signals;
  readonly hangUps: HangUps;
  readonly us: ProcessUser;
}

const drawBytes = createRandomPool((size) => randomBytes(size));

/** Serves until a signal asks it to stop; resolves with the exit code. */
export async function serve(io: ServeIo): Promise<number> {
  const resources = openResources();
  const { env, cwd } = io;
  const texts = createTexts(openPacks(resources));
  const input = { env, cwd, resources, texts, readFile: readTextFile };
  const read = readSettings(input);
  if (!read.ok) return io.refuse(read.failure.problems);
  const settings = read.value;
  const log = createLog({ level: settings.config.log.level });
  for (const warning of settings.warnings) log.warn('configuration', { warning });
  const closed = closedToUs(settings.config, io.us);
  if (closed !== null) return io.refuse([closed]);
  try {
    return await runUntilStopped(io, settings, { log, input });
  } catch (error) {
    log.fatal('start', { err: error });
    await log.flush();
    return io.refuse([`Hushlink cannot start: ${reasonOf(error)}`]);
  }
}

interface Parts {
  readonly log: Log;
  /** What the settings were read from, to be read again. */
  readonly input: SettingsInput;
}

async function runUntilStopped(io: ServeIo, settings: Settings, parts: Parts): Promise<number> {
  const { log } = parts;
  const store = await openStore(settings.config, log, { blocksRead: () => process.resourceUsage().fsRead });
  try {
    const mark = await store.gate.mark();
    if (mark !== null) return io.refuse([markText(mark)]);
    const opened = await openSeal(settings.config, { log, drawBytes, mayMake: (await store.keys.record()) === null });
    if (!opened.ok) return io.refuse(opened.failure.problems.map(problemText));
    const seal = await settleKeys(store.keys, opened.value, Date.now());
    if (!seal.ok) return io.refuse([keyRefusalText(seal.failure)]);
    await serveOn(store, io, settings, { ...parts, seal: seal.value });
    return 0;
  } finally {
    await store.close();
    await log.flush();
  }
}

function serveOn(
  store: Store,
  io: ServeIo,
  settings: Settings,
  { seal, log, input }: Parts & { readonly seal: KeyRing },
): Promise<void> {
  const { resources, texts } = input;
  return serveUntilStopped(settings, {
    parts: {
      ...{ store, seal, texts, log, assets: createAssets(resources), version: about.version },
      describedApi: describeApi(resources, about.version),
      randomBytes: drawBytes,
    },
    read: (running) => readChange(running, input),
    ...{ signals: io.signals, hangUps: io.hangUps },
    onOpen: (ports) => announce(io, ports, settings.config, log),
  });
}

function announce(io: ServeIo, [port, internalPort]: readonly number[], config: Config, log: Log): void {
  const url = config.site.host ? `${config.site.scheme}://${config.site.host}/` : `http://localhost:${port}/`;
  log.info('listening', { port, ...(internalPort !== undefined && { internalPort }), store: config.store.kind });
  io.stderr.write(`Hushlink is ready at ${url}\n`);
}
