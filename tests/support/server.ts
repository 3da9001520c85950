import { join } from 'node:path';
import { type Child, startChild } from './children.ts';
import { freePort } from './free-port.ts';
import { builtProgram, type Command } from './program.ts';
import { temporaryFolder } from './temp.ts';
import { watchFetched } from './watched-answers.ts';

export interface ServerOptions {
  /** Added to the environment: HUSHLINK_STORE and the like. */
  readonly env?: Readonly<Record<string, string>>;
  /** The data folder; without it a temporary one. */
  readonly folder?: string;
  /** Answers on this port; without it a free one. */
  readonly port?: number;
  /** Another one than the built program: an earlier release. */
  readonly program?: Command;
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** Of the running process: another one after `start`. */
  readonly pid: number;
  readonly folder: string;
  /** Standard output (the log) and standard error so far, over all starts. */
  output(): string;
  /** Ends the process by this signal and keeps its folder. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and folder, after `kill`; from then on with these changes. */
  start(changes?: Pick<ServerOptions, 'program' | 'env'>): Promise<void>;
  /** Asks it to stop, and removes a temporary folder. */
  stop(): Promise<void>;
}

/** The built server as a process of its own, ready to be asked when this returns. `npm run build` comes first. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const cleanups: (() => unknown)[] = [];
  const folder = options.folder ?? temporaryFolder({ after: (run) => cleanups.push(run) });
  const port = options.port ?? (await freePort());
  const ended: string[] = [];
  let { program = builtProgram, env } = options;
  let child = await startOne(program, { folder, port, env });
  // Another release answers as its own document says.
  if (options.program === undefined) watchFetched(`http://localhost:${port}`);
  let isRunning = true;
  const kill = async (signal: NodeJS.Signals) => {
    await child.kill(signal);
    ended.push(child.output());
    isRunning = false;
  };
  return {
    ...{ port, folder, kill, url: `http://localhost:${port}` },
    get pid() {
      return child.pid;
    },
    output: () => [...ended, isRunning ? child.output() : ''].join(''),
    start: async (changes = {}) => {
      program = changes.program ?? program;
      env = { ...env, ...changes.env };
      child = await startOne(program, { folder, port, env });
      isRunning = true;
    },
    stop: async () => {
      await kill('SIGTERM');
      for (const cleanup of cleanups) cleanup();
    },
  };
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly env: ServerOptions['env'];
}

async function startOne([program, ...args]: Command, { folder, port, env }: Place): Promise<Child> {
  const own = {
    ...{ HUSHLINK_DATA: join(folder, 'data'), PORT: String(port), HOST: '127.0.0.1' },
    // All requests of a test come from one address.
    ...{ HUSHLINK_LIMITS_ENABLED: 'false', ...env },
  };
  const child = startChild(program, [...args, 'serve'], { env: own });
  await child.waitFor(/Hushlink is ready at/);
  child.background();
  return child;
}
