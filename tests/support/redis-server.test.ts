import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createClient } from 'redis';
import { runChild } from './children.ts';
import { startRedisServer } from './redis-server.ts';
import { untilSo } from './until-so.ts';

async function ask(url: string, ...command: string[]): Promise<unknown> {
  const client = createClient({ url });
  await client.connect();
  const answer = await client.sendCommand(command);
  client.destroy();
  return answer;
}

/** Returns once nobody listens there any more. */
async function refusal(url: string): Promise<void> {
  await untilSo(`nobody listens on ${url}`, async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(Boolean, () => false);
    socket.destroy();
    return !isOpen;
  });
}

test('a redis-server of the tests keeps what it confirmed when it is killed and started again', async (t) => {
  const server = await startRedisServer({ appendfsync: 'always' });
  t.after(() => server.stop());
  const firstPid = server.pid;
  await ask(server.url, 'SET', 'kept', 'yes');
  await server.kill('SIGKILL');
  await server.restart();
  assert.equal(await ask(server.url, 'GET', 'kept'), 'yes');
  assert.notEqual(server.pid, firstPid);
});

test('a redis-server of the tests never evicts and leaves nothing behind', async () => {
  const server = await startRedisServer({ appendfsync: 'no' });
  const settings = await ask(server.url, 'CONFIG', 'GET', 'maxmemory-policy', 'save', 'appendonly');
  assert.deepEqual({ ...Object(settings) }, { 'maxmemory-policy': 'noeviction', save: '', appendonly: 'yes' });
  await server.stop();
  assert.equal(existsSync(server.folder), false);
  await refusal(server.url);
});

test('a test that forgets its redis-server still ends, and the server with it', async () => {
  const module = new URL('./redis-server.ts', import.meta.url).href;
  const script = `const s = await (await import('${module}')).startRedisServer(); console.log(s.url, s.folder);`;
  const { code, stdout } = await runChild(process.execPath, ['--input-type=module', '-e', script]);
  const [url = '', folder = ''] = stdout.trim().split(' ');
  assert.equal(code, 0);
  await refusal(url);
  assert.equal(existsSync(folder), false);
});
