import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createClient } from 'redis';
import type { CheckName, Finding } from '#src/cli/doctor/finding.ts';
import { freePort } from '../support/free-port.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { runCli } from './run-cli.ts';

export interface Examined {
  readonly code: number | null;
  readonly findings: readonly Finding[];
  /** The lines about that: 'fail Redis … (ECONNREFUSED)'. */
  of(check: CheckName): readonly string[];
  /** Everything that was printed. */
  readonly output: string;
}

/** What `hushlink doctor` finds with these settings, in a data folder of its own unless they name one. */
export async function examine(t: Cleanup, env: Readonly<Record<string, string>> = {}): Promise<Examined> {
  const own = { HUSHLINK_DATA: join(temporaryFolder(t), 'data'), PORT: String(await freePort()) };
  const { code, stdout, stderr } = await runCli(['doctor', '--json'], { env: { ...own, ...env } });
  assert.equal(stderr, '');
  const { ok, findings } = JSON.parse(stdout) as { readonly ok: boolean; readonly findings: readonly Finding[] };
  assert.equal(code, ok ? 0 : 1, stdout);
  assert.equal(ok, !findings.some(({ status }) => status === 'fail'));
  for (const { status, hint } of findings) assert.equal(hint === null, status === 'ok', stdout);
  const of = (check: CheckName) =>
    findings.filter((finding) => finding.check === check).map(({ status, message }) => `${status} ${message}`);
  return { code, findings, of, output: stdout };
}

/** A Redis fit to keep secrets, and a site that names it. */
export async function openRedis(t: TestContext) {
  const server = await startRedisServer({ appendfsync: 'everysec' });
  t.after(() => server.stop());
  const client = await createClient({ url: server.url })
    .on('error', () => {})
    .connect();
  t.after(() => client.destroy());
  const env = { HUSHLINK_STORE: server.url, HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
  return { server, client, env };
}
