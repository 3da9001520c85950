import { readFileSync } from 'node:fs';

/** Resident memory of a process, in bytes. */
export interface Resident {
  /** What it takes by itself. */
  readonly ownBytes: number;
  /** Pages of files it has touched: shared with others, and dropped where memory is short. */
  readonly fileBytes: number;
}

/** Linux counts the time of a process in these ticks. */
const TICKS_PER_SECOND = 100;

/** User and system time of a process with all its threads so far, in seconds (proc(5), fields 14 and 15). */
export function processorSeconds(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(afterName[11]) + Number(afterName[12])) / TICKS_PER_SECOND;
}

export function residentOf(pid: number): Resident {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytesOf = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { ownBytes: bytesOf('RssAnon'), fileBytes: bytesOf('RssFile') };
}
