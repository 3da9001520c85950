import type { TransferRecord } from '#src/store/transfer.ts';

/** major.minor: a newer minor has only records more, which an older release leaves out. */
const FORMAT_MAJOR = 1;
const FORMAT_MINOR = 0;

/** The first line of a backup. */
export interface BackupHead {
  readonly format: string;
  readonly madeAtMs: number;
  readonly hasSecrets: boolean;
  /** Of package.json. */
  readonly release: string;
}

/** The last line: how many records came before it. */
export interface BackupEnd {
  readonly records: number;
}

export function newHead(facts: Omit<BackupHead, 'format'>): BackupHead {
  return { format: `${FORMAT_MAJOR}.${FORMAT_MINOR}`, ...facts };
}

export function isReadable({ format }: BackupHead): boolean {
  return Number.parseInt(format, 10) === FORMAT_MAJOR;
}

/** One line of JSON; bytes are base64 in it. */
export function toLine(value: BackupHead | BackupEnd | TransferRecord): string {
  return `${JSON.stringify(value, replaceBytes)}\n`;
}

export function fromLine(line: string): BackupHead | BackupEnd | TransferRecord {
  return JSON.parse(line, reviveBytes);
}

/** A Buffer comes here changed by its own toJSON already, so the original is looked for in the object that holds it. */
function replaceBytes(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const found = this[name];
  return found instanceof Uint8Array ? { $bytes: Buffer.from(found).toString('base64') } : value;
}

function reviveBytes(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('$bytes' in value)) return value;
  return Buffer.from(String(value.$bytes), 'base64');
}
