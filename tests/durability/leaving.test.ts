import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { type Child, startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { signalUntil } from '../support/signal-until.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { createClient } from './client.ts';

const program = resolve(import.meta.dirname, '../../dist/hushlink.js');
const lanes = 8;
const perLane = 25;

async function start(t: Cleanup, delay: string): Promise<{ readonly child: Child; readonly port: number }> {
  const port = await freePort();
  const own = { HUSHLINK_DATA: join(temporaryFolder(t), 'data'), PORT: String(port), HOST: '127.0.0.1' };
  const env = { ...own, HUSHLINK_LISTEN_DRAIN_DELAY: delay };
  const child = startChild(process.execPath, [program, 'serve'], { env });
  await child.waitFor(/Hushlink is ready at/);
  child.background();
  return { child, port };
}

test('a server that was asked to stop tells probes at once and serves on, but keeps no connection, until a second signal', async (t) => {
  const { child, port } = await start(t, '10m');
  const [kept, probe] = [createClient(port, lanes), createClient(port, 1)];
  t.after(() => [kept, probe].forEach((client) => void client.close()));
  const shareAll = () => Promise.all(Array.from({ length: lanes * perLane }, () => kept.share('before and after')));
  assert.equal((await probe.ask('/startupz')).status, 200);
  await shareAll();
  const stopped = child.kill('SIGTERM');
  await child.waitFor(/"event":"leaving"/);
  assert.equal((await probe.ask('/readyz')).status, 503);
  for (const path of ['/livez', '/startupz', '/']) {
    const answer = await probe.ask(path);
    assert.deepEqual([answer.status, answer.headers.connection], [200, 'close'], path);
  }
  assert.equal((await shareAll()).length, lanes * perLane);
  assert.doesNotMatch(child.output(), /"event":"stopping"/);
  await signalUntil(child.pid, 'SIGTERM', child.waitFor(/"event":"stopping"/));
  assert.equal((await stopped).code, 0);
  assert.match(child.output(), /"event":"stopping"/);
});

test('people who are sent elsewhere as soon as probes say so lose no request', async (t) => {
  const { child, port } = await start(t, '6s');
  const [kept, probe] = [createClient(port, lanes), createClient(port, 1)];
  t.after(() => [kept, probe].forEach((client) => void client.close()));
  let isReady = true;
  let shared = 0;
  const visit = async () => {
    while (isReady) {
      await kept.share('on its way');
      shared += 1;
    }
  };
  const visits = Promise.all(Array.from({ length: lanes }, visit));
  while (shared < lanes) await probe.ask('/livez');
  const stopped = child.kill('SIGTERM');
  while (isReady) isReady = (await probe.ask('/readyz')).status === 200;
  await visits;
  assert.equal((await stopped).code, 0);
  const times = ['leaving', 'stopping'].map((event) => timeOf(child, event));
  assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 5_990, String(times));
});

test('without a delay the first signal drains, and there is no other', async (t) => {
  const { child } = await start(t, '0');
  assert.equal((await child.kill('SIGTERM')).code, 0);
  assert.doesNotMatch(child.output(), /"event":"leaving"/);
});

function timeOf(child: Child, event: string): number {
  const line = child
    .output()
    .split('\n')
    .find((one) => one.includes(`"event":"${event}"`));
  return Date.parse(JSON.parse(line ?? '{}').time);
}
