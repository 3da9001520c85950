import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

export interface ChildOptions {
  readonly cwd?: string;
  /** Added to the environment of the tests, from which every HUSHLINK_ variable is taken out. */
  readonly env?: Readonly<Record<string, string>>;
  /** Written to its standard input, which is closed then. */
  readonly input?: string;
  /** In a group of its own, to be signalled as a whole by the negative of its id. */
  readonly isGroup?: boolean;
}

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Child {
  readonly pid: number;
  /** Settles when the process is over and all its output has been read. */
  readonly ended: Promise<ChildEnd>;
  /** Standard output and standard error so far, in the order in which they came. */
  output(): string;
  /** The first match in the output; throws with the output if the child ends or the time is over. */
  waitFor(pattern: RegExp, timeoutMs?: number): Promise<RegExpMatchArray>;
  /**
   * From now on the child does not keep the process of the test alive: a test that fails before it
   * has stopped its server ends all the same, and the server with it.
   */
  background(): void;
  /** Sends the signal to this very process and waits for its end; SIGKILL follows after a minute. */
  kill(signal?: NodeJS.Signals): Promise<ChildEnd>;
}

/** Longer than anything takes that goes well: a server finishes for half a minute what it was asked. */
const hangsAfterMs = 60_000;

/** Starts a program, keeps its output, and never outlives the process of the test. */
export function startChild(command: string, args: readonly string[], options: ChildOptions = {}): Child {
  const { cwd, isGroup: detached = false } = options;
  const child = spawn(command, args, { cwd, env: environment(options.env), stdio: 'pipe', detached });
  child.stdin.on('error', () => {}); // a child that ends before it has read its input
  child.stdin.end(options.input ?? '');
  endWithThisProcess(child);
  const output = collectOutput(child);
  const ended = waitForEnd(child, output);
  ended.catch(() => {}); // whoever awaits it gets the error; nobody has to
  return {
    pid: child.pid ?? 0,
    ended,
    output: () => output.all,
    waitFor: (pattern, timeoutMs = hangsAfterMs) => waitForOutput(child, output, pattern, timeoutMs),
    background: () => background(child),
    kill: (signal = 'SIGTERM') => killChild(child, ended, signal),
  };
}

/** Runs a program to its end. */
export function runChild(command: string, args: readonly string[], options: ChildOptions = {}): Promise<ChildEnd> {
  return startChild(command, args, options).ended;
}

function environment(added: ChildOptions['env']): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('HUSHLINK_') && name !== 'NODE_TEST_CONTEXT',
  );
  return { ...Object.fromEntries(own), ...added };
}

interface Output {
  all: string;
  stdout: string;
  stderr: string;
}

function collectOutput(child: ChildProcess): Output {
  const output: Output = { all: '', stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
      output.all += text;
    });
  }
  return output;
}

function waitForEnd(child: ChildProcess, output: Output): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout: output.stdout, stderr: output.stderr }));
  });
}

function waitForOutput(child: ChildProcess, output: Output, pattern: RegExp, timeoutMs: number) {
  return new Promise<RegExpMatchArray>((resolve, reject) => {
    const stop = (why: string) => settle(() => reject(new Error(`no ${pattern} in the output: ${why}\n${output.all}`)));
    const timer = setTimeout(() => stop(`${timeoutMs} ms are over`), timeoutMs);
    const onClose = () => stop('the process has ended');
    const look = () => {
      const match = output.all.match(pattern);
      if (match) settle(() => resolve(match));
    };
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.stdout?.off('data', look);
      child.stderr?.off('data', look);
      child.off('close', onClose);
      finish();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', onClose);
    look();
    if (child.stdout?.destroyed && child.stderr?.destroyed) onClose();
  });
}

function background(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
}

// Its timer keeps this process alive until the child's end has been seen.
async function killChild(child: ChildProcess, ended: Promise<ChildEnd>, signal: NodeJS.Signals): Promise<ChildEnd> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), hangsAfterMs);
  try {
    return await ended;
  } finally {
    clearTimeout(timer);
  }
}

function endWithThisProcess(child: ChildProcess): void {
  const onExit = () => child.kill('SIGKILL');
  const onSignal = () => process.exit(143); // the runner ends a test that takes too long by SIGTERM
  // A cluster of the tests has more children than Node expects of anybody.
  process.setMaxListeners(Math.max(process.getMaxListeners(), 50));
  process.once('exit', onExit);
  process.once('SIGTERM', onSignal);
  process.once('SIGINT', onSignal);
  child.once('close', () => {
    process.off('exit', onExit);
    process.off('SIGTERM', onSignal);
    process.off('SIGINT', onSignal);
  });
}
