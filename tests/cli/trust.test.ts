import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendJson, someKey, startOddServer, waitingSecret } from './odd-server.ts';
import { runCli } from './run-cli.ts';

const credentials = { HUSHLINK_USER: 'me@example.com', HUSHLINK_TOKEN: 'tok\u00e9n' };
const basic = `Basic ${Buffer.from('me@example.com:tok\u00e9n').toString('base64')}`;
const status = { success: true, record: { state: 'new', secret_ttl: 60, has_passphrase: false } };

test('credentials go to the chosen server, and never to another one that a link leads to', async (t) => {
  const own = await startOddServer(t, (response) => sendJson(response, 200, status));
  const other = await startOddServer(t, (response) => sendJson(response, 200, status));
  const env = { ...credentials, HUSHLINK_SERVER: own.url };
  const links = [`${own.url}/secret/${someKey}`, `${other.url}/secret/${someKey}`];
  for (const link of links) assert.equal((await runCli(['status', link], { env })).code, 0);
  assert.deepEqual([own.asked.length, own.asked[0]?.headers.authorization], [1, basic]);
  assert.deepEqual([other.asked.length, other.asked[0]?.headers.authorization], [1, undefined]);
});

test('--server goes before the server of a link, and that before HUSHLINK_SERVER', async (t) => {
  const [option, linked, env] = [await anywhere(t), await anywhere(t), await anywhere(t)];
  const link = `${linked.url}/secret/${someKey}`;
  await runCli(['status', link, '--server', option.url], { env: { HUSHLINK_SERVER: env.url } });
  assert.deepEqual([option.asked.length, linked.asked.length, env.asked.length], [1, 0, 0]);
  await runCli(['status', link], { env: { HUSHLINK_SERVER: env.url } });
  assert.deepEqual([option.asked.length, linked.asked.length, env.asked.length], [1, 1, 0]);
});

test('half of the credentials is refused before anything is sent', async (t) => {
  const { url, asked } = await anywhere(t);
  for (const name of ['HUSHLINK_USER', 'HUSHLINK_TOKEN', 'HUSHLINK_TOKEN_FILE']) {
    const end = await runCli(['status', someKey, '--server', url], { env: { [name]: 'hunter2' } });
    assert.deepEqual([end.code, asked.length], [2, 0], name);
    assert.doesNotMatch(end.stderr, /hunter2/);
  }
});

test('a redirect is not followed: the content stays with the server it was meant for', async (t) => {
  const elsewhere = await anywhere(t);
  for (const code of [301, 302, 303, 307, 308]) {
    const { url } = await startOddServer(t, (response) => {
      response.writeHead(code, { location: `${elsewhere.url}/api/v2/secret/conceal` });
      response.end();
    });
    const end = await runCli(['create', '--server', url], { input: 'x', env: credentials });
    assert.deepEqual([end.code, end.stdout], [8, '']);
  }
  assert.deepEqual(elsewhere.asked, []);
});

test('a link opens only by the confirmed request, and a passphrase is not sent where none is needed [REV-05]', async (t) => {
  const { url, asked } = await startOddServer(t, (response, { method }) => {
    if (method === 'GET') return sendJson(response, 200, waitingSecret);
    sendJson(response, 200, { success: true, record: { secret_value: 'hello' } });
  });
  const env = { HUSHLINK_PASSPHRASE: 'hunter2' };
  assert.equal((await runCli(['reveal', `${url}/secret/${someKey}`], { env })).stdout, 'hello');
  const path = `/api/v2/secret/${someKey}`;
  assert.deepEqual(
    asked.map(({ method, path: asks, body }) => [method, asks, body]),
    [
      ['GET', path, ''],
      ['POST', path, '{"continue":true}'],
    ],
  );
});

test('where others can read what is sent, standard error says so', async () => {
  const end = await runCli(['status', `http://host.invalid/secret/${someKey}`]);
  assert.match(end.stderr, /^Warning: the connection to host\.invalid is not encrypted/);
  assert.equal(end.code, 6);
});

function anywhere(t: Parameters<typeof startOddServer>[0]) {
  return startOddServer(t, (response) => sendJson(response, 200, status));
}
