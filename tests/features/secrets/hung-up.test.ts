import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import supertest from 'supertest';
import { createListener } from '#src/process/listener.ts';
import { createTestApp } from '../../support/app.ts';
import { listening } from '../../support/listening.ts';

const HOST = 'localhost:3000';
const lookingAnew = () => ({ begun: Promise.withResolvers<void>(), goOn: Promise.withResolvers<void>() });
let looking = lookingAnew();
const { store } = createTestApp({ after }, { hasLightPassphrases: true });
/** As long as the looks of one that waits for others. */
const lookKept: typeof store.secrets.lookKept = async (...asked) => {
  looking.begun.resolve();
  await looking.goOn.promise;
  return store.secrets.lookKept(...asked);
};
const held = { ...store, secrets: { ...store.secrets, lookKept } };
const { app } = createTestApp({ after }, { hasLightPassphrases: true, store: held });

const post = (path: string, fields: object) => supertest(app).post(path).set('Host', HOST).send(fields);

async function openAndLeave(t: TestContext, leave: (socket: Socket) => void, left: string): Promise<void> {
  looking = lookingAnew();
  const server = createListener({ app, bodyLimitBytes: () => 1_048_576, isDraining: () => false });
  const port = await listening(t, server);
  const { body } = await post('/api/v1/share', { secret: 'content', passphrase: 'word' });
  const path = `/api/v1/secret/${body.secret_key}`;
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const socket = connect(port, '127.0.0.1');
  const fields = JSON.stringify({ passphrase: 'word' });
  const head = [`POST ${path} HTTP/1.1`, `Host: ${HOST}`, 'Content-Type: application/json'];
  socket.write(`${[...head, `Content-Length: ${fields.length}`].join('\r\n')}\r\n\r\n${fields}`);
  const [request, response] = await asked;
  await looking.begun.promise;
  // A connection that is reset fails before it closes.
  const isLeft = new Promise((resolve) => request.socket.once(left, resolve));
  const isOver = once(response, 'close');
  leave(socket);
  await isLeft;
  looking.goOn.resolve();
  await isOver;
  const again = await post(path, { passphrase: 'word' });
  assert.deepEqual([again.status, again.body.value], [200, 'content']);
}

test('a program that gives up before its passphrase is looked at has taken nothing, and gets the content when it asks again', (t) =>
  openAndLeave(t, (socket) => socket.resetAndDestroy(), 'close'));

test('so has a tab that is closed: it says that nothing more comes', (t) =>
  openAndLeave(t, (socket) => socket.end().resume(), 'end'));
