import { CONTENT_MARK } from './mixed-load.ts';
import type { Promises } from './promises.ts';

/** How many lines there are of each kind, 'error failure' for one. What was answered to each request is not counted. */
export function countLines(output: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of output.split('\n')) {
    const kind = kindOf(line);
    if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Keys and contents of this load that were printed. */
export function leaksIn(output: string, { metadataKeys }: Pick<Promises, 'metadataKeys'>): number {
  const keys = new Set([...metadataKeys].flat());
  const printed = (output.match(/[0-9a-z]{31,}/g) ?? []).filter((text) => keys.has(text.slice(0, 31)));
  return printed.length + output.split(CONTENT_MARK).length - 1;
}

/** null for what is no whole line, and for requests. */
function kindOf(line: string): string | null {
  if (line.trim() === '') return null;
  try {
    const { level, event } = JSON.parse(line);
    return event === 'request' ? null : `${level} ${event}`;
  } catch {
    return line.startsWith('{') ? null : 'not a line of the log';
  }
}
