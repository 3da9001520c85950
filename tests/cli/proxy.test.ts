import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { listening } from '../support/listening.ts';
import type { Cleanup } from '../support/temp.ts';
import { runCli } from './run-cli.ts';

/** The environment of somebody behind a proxy that answers every way out with this status. */
async function behindProxy(t: Cleanup, status: number): Promise<Readonly<Record<string, string>>> {
  const proxy = createServer((_request, response) => void response.writeHead(status).end());
  proxy.on('connect', (_request, socket) => {
    socket.on('error', () => {}).end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
  });
  const url = `http://127.0.0.1:${await listening(t, proxy)}`;
  const none = { NO_PROXY: '', no_proxy: '' };
  return { ...none, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, https_proxy: url };
}

const ASKS =
  'hushlink: The proxy on the way to hush.example.com asks for a user and a password (407); hint: put them before its host in HTTPS_PROXY or HTTP_PROXY.\n';

test('a proxy that wants to know who asks is told of, and the secret was not made', async (t) => {
  const env = await behindProxy(t, 407);
  for (const args of [
    ['selftest', 'https://hush.example.com'],
    ['selftest', 'https://hush.example.com', '--host', 'other.example.com'],
    ['verify', 'https://hush.example.com'],
  ]) {
    const { code, stderr } = await runCli(args, { env });
    assert.deepEqual([code, stderr], [6, ASKS], args.join(' '));
  }
  const plain = await runCli(['selftest', 'http://hush.example.com'], { env });
  assert.deepEqual([plain.code, plain.stderr.split('\n').slice(1).join('\n')], [6, ASKS]);
});

test('a proxy that lets nobody through is not taken for a site that is not reached', async (t) => {
  const { code, stderr } = await runCli(['selftest', 'https://hush.example.com'], { env: await behindProxy(t, 403) });
  const said = 'hushlink: The proxy on the way to hush.example.com does not let this through (403).\n';
  assert.deepEqual([code, stderr], [6, said]);
});

test('a proxy that does not get there itself is not told of as one that lets nobody through', async (t) => {
  const { code, stderr } = await runCli(['selftest', 'https://hush.example.com'], { env: await behindProxy(t, 503) });
  assert.deepEqual([code, stderr], [6, 'hushlink: Could not reach hush.example.com (proxy: 503).\n']);
});

test('a proxy is used where the variable that the guide names says so, and only there', async (t) => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8');
  const [, name = '', value = ''] = /proxy on the way out\*\* is used only with `(\w+)=(\w+)`/.exec(guide) ?? [];
  const { NODE_USE_ENV_PROXY: _, ...unsaid } = await behindProxy(t, 403);
  const args = ['selftest', 'https://hush.invalid'];
  assert.match((await runCli(args, { env: { ...unsaid, [name]: value } })).stderr, /^hushlink: The proxy on the way/);
  assert.match((await runCli(args, { env: unsaid })).stderr, /^hushlink: Could not reach hush\.invalid \(/);
});
