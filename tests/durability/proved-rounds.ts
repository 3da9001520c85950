import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Proof, prove } from '#src/cli/prove-once/proof.ts';
import { PROVED_APIS } from '#src/cli/prove-once/proved-api.ts';
import { openSite, type Site } from '#src/cli/prove-once/site.ts';
import { type Tally, tallyOf } from '#src/cli/prove-once/tally.ts';
import { type Breaking, createBreaking } from './breaking.ts';
import { createFaults, type FaultCounts } from './faults.ts';
import { openStage, type StoreName } from './stage.ts';

export interface Configuration {
  readonly store: StoreName;
  readonly processes: number;
  readonly rounds: number;
  readonly readers: number;
  readonly hasFaults: boolean;
}

export interface Proved {
  readonly configuration: Configuration;
  readonly tally: Tally;
  /** Why it ended early; null where all rounds were run. */
  readonly failure: string | null;
  /** null where none were made. */
  readonly faults: FaultCounts | null;
  readonly seconds: number;
}

const TIMEOUT_MS = 10_000;
/** Longer than a killed process takes to come back beside all that load. */
const PATIENCE_MS = 30_000;
const api = PROVED_APIS.v2;

/** All rounds against a site of its own. With faults, readers have tokens and ask again. */
export async function proveConfiguration(configuration: Configuration): Promise<Proved> {
  const cleanups: (() => unknown)[] = [];
  const { store, processes, hasFaults } = configuration;
  try {
    const stage = await openStage({ after: (run) => cleanups.unshift(run) }, store, processes);
    const breaking = createBreaking();
    const faults = hasFaults ? createFaults(stage, breaking) : null;
    const sites = stage.servers.map(({ url }) => siteAt(url, breaking));
    const beganMs = performance.now();
    const proof = await runRounds(configuration, sites, (round) => faults?.beforeRound(round));
    const seconds = (performance.now() - beganMs) / 1000;
    const counts = (await faults?.settle()) ?? null;
    for (const site of sites) site.close();
    const failure = proof.failure?.message ?? null;
    return { configuration, tally: tallyOf(proof.rounds), failure, faults: counts, seconds };
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
}

function siteAt(url: string, breaking: Breaking): Site {
  const server = new URL(url);
  const agent = breaking.openAgent(server);
  return openSite({ server, agent, statusPath: api.statusPath, host: undefined, timeoutMs: TIMEOUT_MS });
}

async function runRounds(
  { rounds, readers, hasFaults }: Configuration,
  [first, ...others]: readonly Site[],
  beforeRound: (round: number) => void,
): Promise<Proof> {
  if (first === undefined) throw new Error('a proof needs a server');
  const sites = [first, ...others] as const;
  for (const site of sites) await site.warm(Math.ceil(readers / sites.length));
  beforeRound(1);
  return prove(
    { rounds, readers, hasPassphrase: false, hasTokens: hasFaults },
    {
      ...{ api, sites, randomBytes, sharingHeaders: {} },
      patience: { totalMs: PATIENCE_MS, wait: (delayMs) => wait(delayMs), nowMs: () => performance.now() },
      onRound: (_, number) => beforeRound(number + 1),
      onLimit: () => {},
    },
  );
}
