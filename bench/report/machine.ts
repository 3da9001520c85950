import { cpus, release, totalmem } from 'node:os';

/** What the figures were measured on. */
export function describeMachine(): string {
  const [first] = cpus();
  const memoryGib = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${memoryGib} GiB, Linux ${release()}, Node ${process.version}`;
}
