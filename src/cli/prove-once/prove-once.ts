import { ok, type Result } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, say } from '../io.ts';
import { unreachable } from '../site/api.ts';
import { isReadableOnTheWay, parseServer } from '../site/server-address.ts';
import { openSession, type Session } from '../site/session.ts';
import { TEXTS } from '../texts.ts';
import type { ClientOptions } from '../wishes.ts';
import { createProgress, type Progress } from './progress.ts';
import { type Proof, prove } from './proof.ts';
import { type ApiName, PROVED_APIS } from './proved-api.ts';
import { proofOutcome } from './report.ts';
import { openAgent, openSite, type Site } from './site.ts';

export interface ProveOnceOptions extends Omit<ClientOptions, 'server'> {
  readonly rounds: number;
  readonly readers: number;
  readonly api: ApiName;
  readonly passphrase?: boolean;
  readonly claimants?: boolean;
  /** The name to ask for, where it is not that of the address. */
  readonly host?: string;
}

type Servers = readonly [URL, ...URL[]];
type Sites = readonly [Site, ...Site[]];

/** `hushlink prove-once URL…`: counts the copies that readers get who all claim at the same instant. */
export async function proveOnce(addresses: readonly string[], options: ProveOnceOptions, io: CliIo): Promise<Outcome> {
  const servers = parseServers(addresses);
  if (!servers.ok) return servers;
  const [first, ...others] = servers.value;
  const session = await openSession({ ...options, server: first.href }, undefined, io);
  if (!session.ok) return session;
  for (const server of others.filter(isReadableOnTheWay)) say(io, TEXTS.notes.notEncrypted(server.host));
  const sites = openSites(servers.value, session.value, options);
  const progress = createProgress(options, io);
  progress.begin();
  try {
    const failure = await warmUp(sites, options.readers);
    if (failure !== undefined) return { ok: false, failure };
    const proof = progress.end(await runProof(sites, session.value, options, { ...io, ...progress }));
    return proofOutcome(proof, { ...options, origins: servers.value.map(({ origin }) => origin) });
  } finally {
    for (const site of sites) site.close();
  }
}

function parseServers(addresses: readonly string[]): Result<Servers, CliFailure> {
  const servers = addresses.map(parseServer).filter((server) => server !== undefined);
  const [first, ...others] = servers;
  if (first === undefined || servers.length < addresses.length) return failed('usage', TEXTS.errors.notAServer);
  return ok([first, ...others]);
}

function openSites([first, ...others]: Servers, { timeoutMs }: Session, { api, host }: ProveOnceOptions): Sites {
  const { statusPath } = PROVED_APIS[api];
  const open = (server: URL) => openSite({ server, agent: openAgent(server, host), statusPath, host, timeoutMs });
  return [open(first), ...others.map(open)];
}

/** Opens all connections; a failure where one of the servers is not there. */
async function warmUp(sites: Sites, readers: number): Promise<CliFailure | undefined> {
  for (const site of sites) {
    const lost = (await site.warm(Math.ceil(readers / sites.length))).find(({ status }) => status === 0);
    if (lost) return failed('network', unreachable(lost.error, site)).failure;
  }
  return undefined;
}

function runProof(
  sites: Sites,
  { authorization, timeoutMs }: Session,
  options: ProveOnceOptions,
  { randomBytes, wait, onRound, onLimit }: CliIo & Progress,
): Promise<Proof> {
  const { rounds, readers, passphrase: hasPassphrase = false, claimants: hasTokens = false } = options;
  return prove(
    { rounds, readers, hasPassphrase, hasTokens },
    {
      api: PROVED_APIS[options.api],
      sharingHeaders: authorization === undefined ? {} : { authorization },
      patience: { totalMs: timeoutMs, wait, nowMs: () => performance.now() },
      ...{ sites, randomBytes, onRound, onLimit },
    },
  );
}
