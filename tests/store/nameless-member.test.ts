import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { connectRedis } from '#src/store/redis/connection.ts';
import { freePort } from '../support/free-port.ts';
import { listening } from '../support/listening.ts';
import type { Cleanup } from '../support/temp.ts';

/** Not where a place without a host would be looked for. */
const HOST = '127.0.0.2';

test('redis-cluster: a member whose name nobody knows is found where the one is that sends there', async (t) => {
  const other = await startMember(t, { GET: () => '$5\r\nvalue\r\n' });
  const redis = await connectTo(t, await startMember(t, { GET: () => `-ASK 1 :${other}\r\n` }));
  assert.equal(String(await redis.command('GET', 'key')), 'value');
});

test('redis-cluster: a member whose name nobody knows is not looked for on the machine that asks', async (t) => {
  let callers = 0;
  const stranger = createServer((caller) => {
    callers += 1;
    caller.destroy();
  });
  const answers = [`-MOVED 1 :${await listening(t, stranger)}\r\n`, '$5\r\nvalue\r\n'];
  const redis = await connectTo(t, await startMember(t, { GET: () => answers.shift() ?? '_\r\n' }));
  assert.equal(String(await redis.command('GET', 'key')), 'value');
  assert.equal(callers, 0);
});

test('redis-cluster: what went to nobody, since a member cannot be reached, is asked again', async (t) => {
  const answers = [`-ASK 1 :${await freePort()}\r\n`, '+OK\r\n'];
  const redis = await connectTo(t, await startMember(t, { SET: () => answers.shift() ?? '_\r\n' }));
  assert.equal(String(await redis.command('SET', 'key', 'value', 'NX')), 'OK');
});

test('redis-cluster: where nobody is to be found who a member sends to, that member is asked first who is who', async (t) => {
  const answers = [`-MOVED 1 :${await freePort()}\r\n`, '$5\r\nvalue\r\n'];
  const sending = await startMember(t, { GET: () => answers.shift() ?? '_\r\n' });
  let asked = 0;
  const seed: number = await startMember(t, {
    CLUSTER: () => {
      asked += 1;
      return slots([0, 8191, seed], [8192, 16383, sending]);
    },
  });
  const redis = await connectTo(t, seed);
  assert.equal(String(await redis.command('GET', 'key')), 'value');
  assert.equal(asked, 1);
});

test('redis-cluster: a member that is cut off from the others, and takes itself for what it was, is not the only one asked', async (t) => {
  const cutOff = await startMember(t, { GET: () => '-CLUSTERDOWN The cluster is down\r\n' });
  const redis = await connectTo(t, cutOff, await startMember(t, { GET: () => '$5\r\nvalue\r\n' }));
  assert.equal(String(await redis.command('GET', 'key')), 'value');
});

async function connectTo(t: Cleanup, ...ports: readonly number[]) {
  const hosts = ports.map((port) => `${HOST}:${port}`).join(',');
  const redis = await connectRedis({ url: `redis+cluster://${hosts}`, onError: () => {} });
  t.after(() => redis.close());
  return redis;
}

/** What a member says of who keeps which slots, none of whose names it knows. */
function slots(...ranges: readonly (readonly [from: number, to: number, port: number])[]): string {
  const told = ranges.map(([from, to, port]) => `*3\r\n:${from}\r\n:${to}\r\n*2\r\n_\r\n:${port}\r\n`);
  return `*${told.length}\r\n${told.join('')}`;
}

/** Keeps all slots, does not know its own host, and gives these answers. */
async function startMember(t: Cleanup, own: Readonly<Record<string, () => string>>): Promise<number> {
  const portOf = () => (member.address() as AddressInfo).port;
  const answers: typeof own = {
    HELLO: () => '%0\r\n',
    CLUSTER: () => slots([0, 16383, portOf()]),
    ...own,
  };
  const member = createServer((asker) => {
    asker.on('error', () => {});
    asker.on('data', (bytes) => {
      const names = [...String(bytes).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)].map(([, name = '']) => name);
      asker.write(names.map((name) => answers[name]?.() ?? '+OK\r\n').join(''));
    });
  });
  await new Promise<void>((ready) => member.listen(0, HOST, ready));
  t.after(() => void member.close());
  return portOf();
}
