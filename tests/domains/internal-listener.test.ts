import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { createClient } from '../durability/client.ts';
import { startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

const program = resolve(import.meta.dirname, '../../dist/hushlink.js');

async function start(t: Cleanup, env: Readonly<Record<string, string>>) {
  const own = { HUSHLINK_DATA: join(temporaryFolder(t), 'data'), PORT: '0', HOST: '127.0.0.1' };
  const child = startChild(process.execPath, [program, 'serve'], {
    env: { ...own, HUSHLINK_SITE_HOST: 'hush.example', ...env },
  });
  t.after(() => child.kill());
  return child;
}

test('the internal listener answers beside the public one, is announced in the log and drains with it', async (t) => {
  const child = await start(t, { HUSHLINK_LISTEN_INTERNAL_PORT: '0' });
  const [, port, internalPort] = await child.waitFor(/"port":(\d+),"internalPort":(\d+)/);
  child.background();
  const [open, internal] = [Number(port), Number(internalPort)].map((at) => createClient(at, 2, 'hush.example'));
  assert.equal((await internal!.ask('/ask?domain=hush.example', { headers: { Host: '10.0.0.7' } })).status, 200);
  assert.equal((await internal!.ask('/ask?domain=evil.example')).status, 404);
  assert.equal((await internal!.ask('/livez')).status, 404);
  assert.equal((await open!.ask('/ask?domain=hush.example')).status, 404);
  assert.equal((await open!.ask('/livez')).status, 200);
  const { code, signal } = await child.kill('SIGTERM');
  assert.deepEqual([code, signal], [0, null]);
  for (const client of [open, internal]) {
    await assert.rejects(client!.ask('/'));
    client!.close();
  }
});

test('the internal listener is open at its own address alone, whatever that of the public one is', async (t) => {
  // One that the system gives at one address may be open at another.
  const internalPort = String(await freePort());
  const env = { HUSHLINK_LISTEN_INTERNAL_PORT: internalPort, HUSHLINK_LISTEN_INTERNAL_HOST: '127.0.0.2' };
  const child = await start(t, env);
  const [, port] = await child.waitFor(/"port":(\d+),"internalPort"/);
  child.background();
  const meets = async (host: string, at: string | undefined) => {
    const visitor = connect(Number(at), host);
    t.after(() => visitor.destroy());
    return new Promise((resolve) => {
      visitor.once('connect', () => resolve('open')).once('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    });
  };
  assert.equal(await meets('127.0.0.1', port), 'open');
  assert.equal(await meets('127.0.0.2', internalPort), 'open');
  assert.equal(await meets('127.0.0.1', internalPort), 'ECONNREFUSED');
  assert.equal((await child.kill('SIGTERM')).code, 0);
});

test('without a port for it there is none, and the log names none', async (t) => {
  const child = await start(t, {});
  await child.waitFor(/"port":\d+/);
  assert.ok(!child.output().includes('internalPort'));
  assert.equal((await child.kill('SIGTERM')).code, 0);
});

test('a port that is taken stops the start with its reason, and leaves no other open', async (t) => {
  const [port, taken] = [await freePort(), await freePort()];
  const holder = await start(t, { PORT: String(taken) });
  await holder.waitFor(/Hushlink is ready at/);
  const child = await start(t, { PORT: String(port), HUSHLINK_LISTEN_INTERNAL_PORT: String(taken) });
  const { code, stderr } = await child.ended;
  assert.equal(code, 1);
  assert.match(stderr, /listen\.internal_port cannot be opened at 127\.0\.0\.1:\d+ \(EADDRINUSE\)/);
  const refused = new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve));
  assert.match(String(await refused), /ECONNREFUSED/);
});
