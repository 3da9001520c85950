import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';

const HOST = 'localhost:3000';
const looking = { begun: Promise.withResolvers<void>(), goOn: Promise.withResolvers<void>() };
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

test('a program that gives up before its passphrase is looked at has taken nothing, and gets the content when it asks again', async (t) => {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { body } = await post('/api/v1/share', { secret: 'content', passphrase: 'word' });
  const path = `/api/v1/secret/${body.secret_key}`;
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const fields = JSON.stringify({ passphrase: 'word' });
  const head = [`POST ${path} HTTP/1.1`, `Host: ${HOST}`, 'Content-Type: application/json'];
  socket.write(`${[...head, `Content-Length: ${fields.length}`].join('\r\n')}\r\n\r\n${fields}`);
  const [, response] = await asked;
  await looking.begun.promise;
  const hungUp = once(response, 'close');
  socket.destroy();
  await hungUp;
  looking.goOn.resolve();
  const again = await post(path, { passphrase: 'word' });
  assert.deepEqual([again.status, again.body.value], [200, 'content']);
});
