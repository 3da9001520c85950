import { randomBytes } from 'node:crypto';
import { builtProgram, type Command } from '../../tests/support/program.ts';
import type { RedisServer } from '../../tests/support/redis-server.ts';
import { startServer } from '../../tests/support/server.ts';
import type { Watched } from '../load/measured.ts';

/** A server that is asked: ours, or a bare one. */
export interface Site extends Watched {
  readonly url: string;
  readonly port: number;
  stop(): Promise<unknown>;
}

/** Ours, with its data folder. */
export interface OwnSite extends Site {
  readonly folder: string;
}

export interface SiteOptions {
  /** Without it the embedded store. */
  readonly redis?: RedisServer;
  readonly env?: Readonly<Record<string, string>>;
  /** The data folder; without it a temporary one. */
  readonly folder?: string;
}

/**
 * A line for each request goes through a pipe, as in a container, to somebody who throws it away: in a file it would
 * reach the disk together with what the store brings there.
 */
const PIPED =
  'mkfifo "$HUSHLINK_DATA.log" && { cat "$HUSHLINK_DATA.log" >/dev/null & exec "$@" >"$HUSHLINK_DATA.log"; }';
const program: Command = ['/bin/sh', '-c', PIPED, 'sh', ...builtProgram];

const siteSecret = randomBytes(32).toString('base64');

/** The built server with its default configuration, except for `env`. All that share a Redis share one site secret. */
export async function startSite({ redis, env, folder }: SiteOptions): Promise<OwnSite> {
  const store = redis && { HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: siteSecret };
  const server = await startServer({ program, env: { ...store, ...env }, ...(folder !== undefined && { folder }) });
  const { url, port, pid, stop } = server;
  return { url, port, pid, storePid: redis?.pid ?? null, folder: server.folder, stop };
}
