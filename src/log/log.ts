import pino from 'pino';
import { maskPath } from './mask-path.ts';
import { maskTokens } from './mask-tokens.ts';
import { safeFields } from './safe-fields.ts';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export type LogFields = Readonly<Record<string, unknown>>;

/** Writes one line: `event` says what happened in a fixed word or two, the fields say the rest. */
export type WriteLine = (event: string, fields?: LogFields) => void;

/**
 * The log of the process: JSON lines with an ISO time. Whatever goes in is cleaned on the way:
 * errors are reduced by `safeError`, redacted values print as such, texts lose what looks like a key.
 */
export interface Log {
  readonly debug: WriteLine;
  readonly info: WriteLine;
  readonly warn: WriteLine;
  readonly error: WriteLine;
  readonly fatal: WriteLine;
  /** The line of the access log. No address: who asked is nobody's business a month later. */
  readonly request: (line: RequestLine) => void;
  /** From now on. */
  readonly setLevel: (level: LogLevel) => void;
  /** Resolves once every line so far is written, or cannot be: there is nowhere left to say so. */
  readonly flush: () => Promise<void>;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Takes whole lines; without it standard output. */
  readonly destination?: { write(line: string): void };
}

/** An answered request. */
export interface RequestLine {
  /** As the parser of HTTP knows it. */
  readonly method: string;
  /** As the client sent it; it is masked here. */
  readonly path: string;
  /** The pattern of the route it has reached; null for none. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** Of the answer's body; null when the connection broke before it was known. */
  readonly bytes: number | null;
  /** A UUID, or 32 hexadecimal digits. */
  readonly requestId: string;
}

/**
 * Opens the log. To standard output lines are gathered and written in the background, at the
 * latest after a fifth of a second, so that no request waits for the disk. `process.exit`, an
 * uncaught exception and an empty event loop write the rest by themselves; only a process that is
 * killed loses it. At a stop call `await log.flush()` after the server has closed.
 */
export function createLog({ level, destination }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      // pino's own serialiser would add what safeError left out.
      serializers: { err: (error: unknown) => error },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? standardOutput(),
  );
  return {
    debug: lineWriter(logger, 'debug'),
    info: lineWriter(logger, 'info'),
    warn: lineWriter(logger, 'warn'),
    error: lineWriter(logger, 'error'),
    fatal: lineWriter(logger, 'fatal'),
    request: requestWriter(logger),
    setLevel: (chosen) => {
      logger.level = chosen;
    },
    flush: () => flushed(logger),
  };
}

/** Most lines are of this kind. Only the path was written by somebody else, so only the path is cleaned. */
function requestWriter(logger: pino.Logger): Log['request'] {
  return ({ path, durationMs, ...line }) => {
    if (!logger.isLevelEnabled('info')) return;
    logger.info({ ...line, path: maskPath(path), durationMs: Math.round(durationMs * 100) / 100 }, 'request');
  };
}

function lineWriter(logger: pino.Logger, level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'): WriteLine {
  return (event, fields = {}) => {
    if (logger.isLevelEnabled(level)) logger[level](safeFields(fields), maskTokens(event));
  };
}

const GATHERED_BYTES = 4096;

function standardOutput() {
  const gathering = { sync: false, minLength: GATHERED_BYTES };
  const output = pino.destination({ dest: 1, ...gathering, maxLength: 8_388_608, periodicFlush: 200 });
  let isStuck = false;
  // A full disk under the log must not stop the service; past `maxLength` lines are dropped.
  output.on('error', () => {
    isStuck = true;
  });
  output.on('write', () => {
    isStuck = false;
  });
  const flushSync = output.flushSync.bind(output);
  // pino calls this after a fatal line and when the process ends. Its own would try for ever, and hold up both, while a
  // full disk, or a terminal that has gone, takes nothing.
  output.flushSync = () => {
    // One write, and not in the background, unless one is under way: it tells whether there is any use in going on.
    Object.assign(output, { sync: true, minLength: 0 });
    output.write('');
    Object.assign(output, gathering);
    if (!isStuck) flushSync();
  };
  return output;
}

/** Twice: a flush that meets a write under way ends with it, and leaves up to `minLength` behind. */
async function flushed(logger: pino.Logger): Promise<void> {
  await flushedOnce(logger);
  await flushedOnce(logger);
}

function flushedOnce(logger: pino.Logger): Promise<void> {
  // After writing it syncs, which pipes and terminals refuse; the lines are out by then.
  return new Promise((resolve) => {
    logger.flush(() => resolve());
  });
}
