import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { createListener } from '#src/process/listener.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { listening } from '../../support/listening.ts';

const ground = createTestApp({ after }, { hasLightPassphrases: true });
const held = { until: Promise.resolve() };
const secrets = { ...ground.store.secrets };
secrets.claimAtOnce = async (...asked) => {
  const claimed = await ground.store.secrets.claimAtOnce(...asked);
  await held.until;
  return claimed;
};
const { clock, seal } = ground;
const store = { ...ground.store, secrets };
const site = createTestApp({ after }, { hasLightPassphrases: true, clock, seal, store });
const api = apiOf(site);
const server = createListener({ app: site.app, bodyLimitBytes: () => 1_048_576, isDraining: () => false });
const port = await listening({ after }, server);

/** Sends it and says in the same breath that no more comes, as `nc -N` does; gives what comes back. */
async function sendAndEnd(path: string, contentType: string, body: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost:3000', `Content-Type: ${contentType}`];
  socket.end(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`);
  let answer = '';
  for await (const bytes of socket) answer += bytes;
  return answer;
}

for (const passphrase of ['', 'horse']) {
  const fields = { continue: 'true', passphrase };
  const form = ['application/x-www-form-urlencoded', String(new URLSearchParams(fields))] as const;
  for (const [where, type, body] of [
    ['/api/v2/secret/', 'application/json', JSON.stringify(fields)],
    ['/api/v1/secret/', ...form],
    ['/secret/', ...form],
  ] as const) {
    const kind = passphrase === '' ? 'without' : 'with';
    test(`who opens a secret at ${where} ${kind} a passphrase and has ended sending reads it, or it waits on`, async () => {
      const { secretKey } = await api.share('said once', { passphrase });
      const answer = await sendAndEnd(where + secretKey, type, body);
      assert.match(answer, /^HTTP\/1\.1 (200|503) /);
      const isRead = answer.includes('said once');
      const { status, body: shown } = await api.reveal(secretKey, { passphrase });
      assert.deepEqual([status, shown.record?.secret_value], isRead ? [404, undefined] : [200, 'said once']);
    });
  }
}

test('what was opened by the time at which the end of sending is seen is still answered', async () => {
  const { secretKey } = await api.share('said once');
  const ended = Promise.withResolvers<void>();
  server.once('connection', (socket) => socket.once('end', ended.resolve));
  held.until = ended.promise;
  const body = JSON.stringify({ continue: true });
  assert.match(await sendAndEnd(`/api/v2/secret/${secretKey}`, 'application/json', body), /said once/);
});
