import { resolve } from 'node:path';
import { startChild } from '../../tests/support/children.ts';
import { freePort } from '../../tests/support/free-port.ts';
import type { Site } from '../site/site.ts';

/** A bare server in a process of its own, which echoes JSON and sends strings of these lengths. */
export async function startBare(kind: 'express' | 'node:http', stringBytes: readonly number[]): Promise<Site> {
  const port = await freePort();
  const script = resolve(import.meta.dirname, 'bare-server.ts');
  const env = { BARE: kind, PORT: String(port), STRING_BYTES: stringBytes.join(','), NODE_ENV: 'production' };
  const child = startChild(process.execPath, [script], { env });
  await child.waitFor(/reference is ready/);
  return { url: `http://127.0.0.1:${port}`, port, pid: child.pid, storePid: null, stop: () => child.kill() };
}
