import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { startChild } from '../support/children.ts';
import { temporaryFolder } from '../support/temp.ts';

const program = resolve(import.meta.dirname, '../../dist/hushlink.js');

/** What a server says on standard error that cannot start. */
async function refusal(env: Readonly<Record<string, string>>): Promise<string> {
  const child = startChild(process.execPath, [program, 'serve'], { env: { PORT: '0', HOST: '127.0.0.1', ...env } });
  const [sentence] = await child.waitFor(/Hushlink cannot start: [^\n]+/);
  return sentence;
}

test('a port that cannot be opened is told by its key, with a way out', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as { port: number };
  const env = { HUSHLINK_DATA: temporaryFolder(t) };
  const taken = `127.0.0.1:${port} (EADDRINUSE); hint: something else listens there`;
  assert.ok((await refusal({ ...env, PORT: String(port) })).includes(`listen.port cannot be opened at ${taken}`));
  const internal = await refusal({ ...env, HUSHLINK_LISTEN_INTERNAL_PORT: String(port) });
  assert.ok(internal.includes(`listen.internal_port cannot be opened at ${taken}`));
  const elsewhere = await refusal({ ...env, HOST: '203.0.113.9' });
  assert.match(
    elsewhere,
    /listen\.port cannot be opened at 203\.0\.113\.9:0 \(EADDRNOTAVAIL\); hint: listen\.host is an /,
  );
});
