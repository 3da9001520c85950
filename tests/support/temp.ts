import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whatever runs a function at the end: a test's context, or `{ after }` of node:test for a whole file. */
export interface Cleanup {
  after(run: () => unknown): unknown;
}

/** An empty folder of its own, removed with all it holds when `t` ends. */
export function temporaryFolder(t: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'hushlink-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
