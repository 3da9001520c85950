import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from './children.ts';
import { freePort } from './free-port.ts';
import { needProgram } from './programs.ts';

export interface RedisServerOptions {
  /**
   * Has it keep an append-only file, and bring it to the disk so: 'everysec' is what operators run, 'always' is for
   * tests that cut the power, 'no' never waits for the disk. Without it nothing is left of what it is told, and no
   * disk keeps it waiting, for seconds perhaps while others write.
   */
  readonly appendfsync?: 'everysec' | 'always' | 'no';
  /** Where to keep the data; without it a temporary folder, removed with the server. */
  readonly dir?: string;
  /** More of redis.conf, by the port that it got. */
  readonly settings?: (port: number) => Readonly<Record<string, string>>;
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Of the running process: another one after `restart`. */
  readonly pid: number;
  readonly folder: string;
  output(): string;
  /** Ends the process by this signal and keeps its folder. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and folder, with these settings beside its own, stopping it first if it runs. */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends the process and removes a temporary folder. May be called twice. */
  stop(): Promise<void>;
}

const maxStarts = 5;

/** A redis-server of our own on loopback, ready to be asked when this returns. Ends with the test's process. */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const folder = options.dir ?? mkdtempSync(join(tmpdir(), 'hushlink-redis-'));
  const removeFolder = () => {
    if (options.dir === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const start = (port: number, more = {}) =>
    startProcess(port, folder, {
      ...(options.appendfsync !== undefined && { appendonly: 'yes', appendfsync: options.appendfsync }),
      ...options.settings?.(port),
      ...more,
    });
  let { child, port } = await startOnFreePort(start);
  process.once('exit', removeFolder);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    folder,
    get pid() {
      return child.pid;
    },
    output: () => child.output(),
    kill: async (signal) => void (await child.kill(signal)),
    restart: async (more) => {
      await child.kill();
      child = await start(port, more);
    },
    stop: async () => {
      await child.kill();
      process.off('exit', removeFolder);
      removeFolder();
    },
  };
}

/** Between finding a free port and listening on it another process may have taken it. */
async function startOnFreePort(start: (port: number) => Promise<Child>): Promise<{ child: Child; port: number }> {
  for (let starts = 1; ; starts += 1) {
    const port = await freePort();
    try {
      return { child: await start(port), port };
    } catch (error) {
      if (starts === maxStarts) throw error;
    }
  }
}

async function startProcess(port: number, folder: string, more: Readonly<Record<string, string>>): Promise<Child> {
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
    ...more,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = startChild(needProgram('redis-server'), args);
  try {
    // Its own word, not an answer from the port: somebody else may listen there.
    await child.waitFor(/Ready to accept connections/);
  } catch (error) {
    await child.kill('SIGKILL');
    throw error;
  }
  child.background();
  return child;
}
