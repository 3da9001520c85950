import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sendHalf, sendRest } from '../durability/half-sent.ts';
import { type Child, runChild, startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { signalUntil } from '../support/signal-until.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { sendJson, someKey, startOddServer, waitingSecret } from './odd-server.ts';

const launcher = resolve(import.meta.dirname, '../../bin/hushlink');
/** No folder of settings. */
const nobody = { XDG_CONFIG_HOME: '/dev/null' };

test('the launcher works from anywhere, through a link, and hands on arguments, streams and exit code', async (t) => {
  const folder = temporaryFolder(t);
  const link = join(folder, 'hushlink');
  symlinkSync(launcher, link);
  const version = await runChild(link, ['--version'], { cwd: folder });
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  const empty = await runChild(link, ['create'], { cwd: folder, input: '' });
  assert.deepEqual([empty.code, empty.stdout], [2, '']);
  assert.match(empty.stderr, /^hushlink: There is nothing to share/);
});

test('the launcher stops its server when it is asked to, and ends as the server ended', async (t) => {
  const env = { HUSHLINK_DATA: join(temporaryFolder(t), 'data'), PORT: String(await freePort()), HOST: '127.0.0.1' };
  const child = startChild(launcher, ['serve'], { env });
  await child.waitFor(/Hushlink is ready at/);
  const end = await child.kill('SIGTERM');
  assert.deepEqual([end.code, end.signal], [0, null]);
});

test('a signal to the launcher and its server at once is one: the server leaves as long as it was told to', async (t) => {
  const { child, output } = await serveInGroup(t, '2s');
  signalGroup(child);
  assert.equal((await child.ended).code, 0);
  const [leaving = 0, stopping = 0] = ['leaving', 'stopping'].map((event) => timeOf(output(), event));
  assert.ok(stopping - leaving >= 1990, output());
});

test('a second signal to both hurries the server, and cuts nothing that is under way', async (t) => {
  const { child, port, output } = await serveInGroup(t, '10m');
  const underWay = await sendHalf(port);
  process.kill(-child.pid, 'SIGTERM');
  await child.waitFor(/"event":"leaving"/);
  await signalUntil(-child.pid, 'SIGTERM', child.waitFor(/"event":"stopping"/));
  process.kill(-child.pid, 'SIGTERM');
  assert.match(await sendRest(underWay), /^[0-9a-z]+$/);
  const { code, signal } = await child.ended;
  assert.deepEqual([code, signal], [0, null], output());
});

test('a signal to the launcher and its reveal at once does not lose what is just being opened', async (t) => {
  const { url } = await startOddServer(t, async (response, { method }) => {
    if (method === 'GET') return sendJson(response, 200, waitingSecret);
    signalGroup(child);
    await child.waitFor(/would be lost/);
    // Slower than a signal is handed on.
    await pause(200);
    sendJson(response, 200, { success: true, record: { secret_value: 'hello' }, details: {} });
  });
  const child = startChild(launcher, ['reveal', `${url}/secret/${someKey}`], { isGroup: true, env: nobody });
  const { code, stdout } = await child.ended;
  assert.deepEqual([code, stdout], [0, 'hello']);
});

/** As systemd and timeout(1) do: the process itself gets it, and once more from the launcher. */
function signalGroup(child: Child): void {
  process.kill(-child.pid, 'SIGTERM');
}

async function serveInGroup(t: Cleanup, drainDelay: string) {
  const port = await freePort();
  const own = { HUSHLINK_DATA: join(temporaryFolder(t), 'data'), PORT: String(port), HOST: '127.0.0.1' };
  const env = { ...own, HUSHLINK_LISTEN_DRAIN_DELAY: drainDelay };
  const child = startChild(launcher, ['serve'], { env, isGroup: true });
  await child.waitFor(/Hushlink is ready at/);
  return { child, port, output: child.output };
}

function timeOf(output: string, event: string): number {
  const line = output.split('\n').find((one) => one.includes(`"event":"${event}"`));
  return Date.parse(JSON.parse(line ?? '{}').time);
}
