import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { serve } from '#src/main.ts';
import { hearHangUps } from '#src/process/hang-ups.ts';
import { startChild } from '../support/children.ts';
import { signalUntil } from '../support/signal-until.ts';
import { temporaryFolder } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';
import { sendHalf, sendRest } from './half-sent.ts';

const program = resolve(import.meta.dirname, '../../dist/hushlink.js');

test('a hang-up while it leaves is a reload, and while it finishes what is under way it is nothing', async (t) => {
  const own = { HUSHLINK_DATA: temporaryFolder(t), PORT: '0', HOST: '127.0.0.1', HUSHLINK_LISTEN_DRAIN_DELAY: '10m' };
  const child = startChild(process.execPath, [program, 'serve'], { env: own });
  const [, port] = await child.waitFor(/"port":(\d+)/);
  child.background();
  const underWay = await sendHalf(Number(port));
  const stopped = child.kill('SIGTERM');
  await child.waitFor(/"event":"leaving"/);
  process.kill(child.pid, 'SIGHUP');
  await child.waitFor(/"event":"reloaded"/);
  await signalUntil(child.pid, 'SIGINT', child.waitFor(/"event":"stopping"/));
  process.kill(child.pid, 'SIGHUP');
  await child.waitFor(/"event":"reload ignored"/);
  assert.match(await sendRest(underWay), /^[0-9a-z]+$/);
  const { code, signal } = await stopped;
  assert.deepEqual({ code, signal }, { code: 0, signal: null });
});

test('a hang-up while it starts ends nothing, and is a reload as soon as it is up', async (t) => {
  const folder = temporaryFolder(t);
  // A pipe in place of the configuration: whoever reads it waits for what is written, so the start can be held.
  const pipe = join(folder, 'own.yaml');
  execFileSync('mkfifo', [pipe]);
  const own = { HUSHLINK_DATA: join(folder, 'data'), PORT: '0', HOST: '127.0.0.1', HUSHLINK_CONFIG: pipe };
  const child = startChild(process.execPath, [program, 'serve'], { env: own });
  t.after(() => child.kill('SIGTERM'));
  const first = await open(pipe, 'w');
  process.kill(child.pid, 'SIGHUP');
  await first.writeFile('site: { name: First }');
  await first.close();
  await child.waitFor(/Hushlink is ready at/);
  const second = await open(pipe, 'w');
  await second.writeFile('site: { name: Second }');
  await second.close();
  await child.waitFor(/"changed":\["site.name"\],"event":"reloaded"/);
});

test('how it leaves, and how long it finishes what is under way, is what it has read last', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'own.yaml');
  writeFileSync(file, 'listen: { drain: 10m, drain_delay: 0s }');
  const own = { HUSHLINK_DATA: join(folder, 'data'), PORT: '0', HOST: '127.0.0.1', HUSHLINK_CONFIG: file };
  const child = startChild(process.execPath, [program, 'serve'], { env: own });
  const [, port] = await child.waitFor(/"port":(\d+)/);
  await child.waitFor(/Hushlink is ready at/);
  child.background();
  writeFileSync(file, 'listen: { drain: 0s, drain_delay: 10m }');
  process.kill(child.pid, 'SIGHUP');
  await child.waitFor(/"event":"reloaded"/);
  const underWay = await sendHalf(Number(port));
  const cut = once(
    underWay.on('error', () => {}),
    'close',
  );
  const stopped = child.kill('SIGTERM');
  await child.waitFor(/"delayMs":600000,"event":"leaving"/);
  await signalUntil(child.pid, 'SIGINT', child.waitFor(/"event":"stopping"/));
  await cut;
  assert.equal((await stopped).code, 0);
});

test('from its start to the end of the process a hang-up is heard: unheard it would end it with its store open', async (t) => {
  const signals = new EventEmitter();
  const said = new EventEmitter();
  const env = { HUSHLINK_DATA: temporaryFolder(t), PORT: '0', HOST: '127.0.0.1', HUSHLINK_LOG_LEVEL: 'silent' };
  const outside = { cwd: process.cwd(), us: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 } };
  const served = serve({
    ...{ env, signals, hangUps: hearHangUps(signals), ...outside },
    stderr: { write: (text) => said.emit('line', text) },
    refuse: (problems) => assert.fail(problems.join('\n')),
  });
  await once(said, 'line');
  assert.equal(signals.emit('SIGHUP'), true);
  assert.equal(signals.emit('SIGTERM'), true);
  assert.equal(await served, 0);
  assert.equal(signals.emit('SIGHUP'), true);
  // The same signal come twice is nothing; asked to stop once more, it may end at once.
  await untilSo('it hears no signal to stop', async () => !signals.emit('SIGTERM') && !signals.emit('SIGINT'));
});
