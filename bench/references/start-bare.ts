import { resolve } from 'node:path';
import { startChild } from '../../tests/support/children.ts';
import { freePort } from '../../tests/support/free-port.ts';
import type { RedisServer } from '../../tests/support/redis-server.ts';
import type { Site } from '../site/site.ts';

/** A bare server in a process of its own, which echoes JSON and sends strings of these lengths. */
export function startBare(kind: 'express' | 'node:http', stringBytes: readonly number[]): Promise<Site> {
  return startReference('bare-server.ts', { BARE: kind, STRING_BYTES: stringBytes.join(',') }, null);
}

/** One that seals and stores, and does nothing else: in this SQLite file, or in this Redis. */
export function startSealing(where: string | RedisServer): Promise<Site> {
  const [store, storePid] = typeof where === 'string' ? [where, null] : [where.url, where.pid];
  return startReference('sealing-server.ts', { STORE: store }, storePid);
}

async function startReference(file: string, env: Record<string, string>, storePid: number | null): Promise<Site> {
  const port = await freePort();
  const script = resolve(import.meta.dirname, file);
  const child = startChild(process.execPath, [script], {
    env: { ...env, PORT: String(port), NODE_ENV: 'production' },
  });
  await child.waitFor(/reference is ready/);
  return { url: `http://127.0.0.1:${port}`, port, pid: child.pid, storePid, stop: () => child.kill() };
}
