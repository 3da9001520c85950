import type { ReadStream, WriteStream } from 'node:tty';

/** A stream that may be a terminal. */
export type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;
export type Output = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY'>> & { readonly fd?: number };

export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** Hears the signals that ask the process to end, and ends it by the same one (`raise`). */
export interface EndSignals {
  on(name: EndSignal, heard: (name: EndSignal) => void): unknown;
  off(name: EndSignal, heard: (name: EndSignal) => void): unknown;
  raise(name: EndSignal): void;
}

/** Everything a command may touch of the outside; `main.ts` passes the real ones. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly fetch: typeof fetch;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
  readonly wait: (delayMs: number) => Promise<void>;
  readonly signals: EndSignals;
  /** Who we are to the system; undefined where it does not say. */
  readonly uid: number | undefined;
  /** Where a copy is kept when content cannot be delivered. */
  readonly temporaryFolder: string;
}

/** One line of talk on standard error. */
export function say(io: CliIo, line: string): void {
  io.stderr.write(`${line}\n`);
}

/** Whether a line on standard error can be taken away again: a dumb terminal would show the control characters. */
export function canErase({ stderr, env }: Pick<CliIo, 'stderr' | 'env'>): boolean {
  return stderr.isTTY === true && env.TERM !== 'dumb';
}

/** Whether a file that holds something secret (`-` is standard input) is a terminal, which would show what is typed. */
export function isTyped(file: string | undefined, { stdin }: Pick<CliIo, 'stdin'>): boolean {
  return file === '-' && stdin.isTTY === true;
}

/** Whether a person sits there who can be asked. */
export function canAsk(io: CliIo): boolean {
  return io.stdin.isTTY === true && io.stderr.isTTY === true;
}
