import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sendJson, startOddServer } from '../cli/odd-server.ts';
import { openLimits } from '../features/plans/limits-stage.ts';
import { apiOf } from '../support/api.ts';
import { runChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temp.ts';
import { clients } from './clients.ts';

const KEY = 'k3x9pq2m7w4z8c1v6b5n0a3s8d2f7g4';
const DONE = { success: true, record: { state: 'new' }, details: {} };
const refusal = (error_type: string) => ({ success: false, message: 'Not "now".', error_type });
const stage = await openLimits({ after }, { hasPlans: false });
const sharer = await stage.sharer('basic');

for (const { name, command, run } of clients) {
  const statusAt = (server: string, env = {}) => run(['status', KEY], { env: { HUSHLINK_SERVER: server, ...env } });

  test(`${name} acts for the customer whose token it is given, in the environment or as a file`, async (t) => {
    const { HUSHLINK_USER = '', HUSHLINK_TOKEN = '' } = sharer.credentials;
    const file = join(temporaryFolder(t), 'token');
    writeFileSync(file, `${HUSHLINK_TOKEN}\n`);
    const server = { HUSHLINK_SERVER: `http://localhost:${stage.port}`, HUSHLINK_USER };
    for (const token of [{ HUSHLINK_TOKEN }, { HUSHLINK_TOKEN_FILE: file }] as Record<string, string>[]) {
      const shared = await run(['share'], { env: { ...server, ...token }, input: 'x' });
      const { body } = await apiOf(stage).get(`/private/${shared.stderr.trim().slice(-31)}`);
      assert.equal(body.record.custid, HUSHLINK_USER, shared.stderr);
    }
    const refused = await run(['share'], { env: { ...server, HUSHLINK_TOKEN: 'wrong' }, input: 'x' });
    assert.deepEqual([refused.code, refused.stdout, refused.stderr], [7, '', 'hushlink: Not authorized\n']);
  });

  test(`${name} takes no passphrase that is not UTF-8: another one would be put in its place`, async (t) => {
    const file = join(temporaryFolder(t), 'passphrase');
    writeFileSync(file, Buffer.from('café\n', 'latin1'));
    const env = { HUSHLINK_SERVER: `http://localhost:${stage.port}` };
    const inEnvironment = ['-c', 'HUSHLINK_PASSPHRASE=$(printf "caf\\351") exec "$@"', 'sh', ...command, 'share'];
    for (const { code, stdout, stderr } of [
      await run(['share'], { env: { ...env, HUSHLINK_PASSPHRASE_FILE: file }, input: 'x' }),
      await runChild('sh', inEnvironment, { env, input: 'x' }),
    ]) {
      assert.deepEqual([code === 0, stdout], [false, ''], stderr);
      assert.match(stderr, /^hushlink: [^\n]*\n$/);
    }
  });

  test(`${name} sends the token to its own server alone`, async (t) => {
    const own = await startOddServer(t, (response) => sendJson(response, 200, DONE));
    const other = await startOddServer(t, (response) => sendJson(response, 200, DONE));
    const env = { HUSHLINK_SERVER: `${own.url}/`, HUSHLINK_USER: 'a@b.example', HUSHLINK_TOKEN: 'to"k\\en' };
    for (const { url } of [own, other]) assert.equal((await run(['status', `${url}/secret/${KEY}`], { env })).code, 0);
    const expected = `Basic ${Buffer.from('a@b.example:to"k\\en').toString('base64')}`;
    assert.equal(own.asked[0]?.headers.authorization, expected);
    assert.equal(other.asked[0]?.headers.authorization, undefined);
  });

  test(`${name} asks nobody and writes nothing where a link has lines of its own`, async (t) => {
    const { url, asked } = await startOddServer(t, (response) => sendJson(response, 200, DONE));
    const kept = join(temporaryFolder(t), 'kept');
    const lines = [`${url}/x`, `url = ${url}/y`, `output = ${kept}`, `output = ${kept}`, `#/secret/${KEY}`];
    const { code } = await run(['status', lines.join('\n')]);
    assert.deepEqual([code, asked.length, existsSync(kept)], [2, 0, false]);
  });

  test(`${name} asks the usual server where the variable is there but empty, as if it were not`, async () => {
    const { code, stderr } = await statusAt('');
    // Whoever does not answer is named; a Hushlink that answers there says that it has no such secret.
    assert.ok(code === 3 || stderr.includes('http://localhost:3000'), stderr);
  });

  test(`${name} follows no redirect`, async (t) => {
    const other = await startOddServer(t, (response) => sendJson(response, 200, DONE));
    const own = await startOddServer(t, (response) => sendJson(response, 302, {}, { location: `${other.url}/` }));
    assert.deepEqual([(await statusAt(own.url)).code, other.asked.length], [8, 0]);
  });

  test(`${name} comes back once when it is told to, and then says why not`, async (t) => {
    const limited = await startOddServer(t, (response, _, count) =>
      count === 1
        ? sendJson(response, 429, refusal('RateLimited'), { 'retry-after': '0' })
        : sendJson(response, 200, DONE),
    );
    assert.deepEqual([(await statusAt(limited.url)).stdout, limited.asked.length], ['new\n', 2]);
    const cases = [
      { status: 429, type: 'Locked', after: '0', asked: 2, code: 5 },
      { status: 429, type: 'Locked', after: '3600', asked: 1, code: 5 },
      { status: 503, type: 'StoreUnavailable', after: '0', asked: 2, code: 8 },
      { status: 503, type: 'StoreUncertain', after: '0', asked: 1, code: 8 },
      { status: 422, type: 'WrongPassphrase', after: '0', asked: 1, code: 4 },
    ];
    for (const { status, type, after, asked, code } of cases) {
      const server = await startOddServer(t, (response) =>
        sendJson(response, status, refusal(type), { 'retry-after': after }),
      );
      const end = await statusAt(server.url);
      assert.deepEqual([end.code, end.stderr, server.asked.length], [code, 'hushlink: Not "now".\n', asked], type);
    }
  });

  test(`${name} says so where nobody answers, or somebody who is no Hushlink`, async (t) => {
    const away = await statusAt(`http://localhost:${await freePort()}`);
    assert.deepEqual([away.code, away.stdout], [6, '']);
    assert.match(away.stderr, /no answer from http:\/\/localhost:/);
    const page = await startOddServer(t, (response) => response.end('<h1>It works!</h1>'));
    const end = await statusAt(page.url);
    assert.deepEqual([end.code, end.stdout], [8, '']);
    assert.match(end.stderr, /does not answer like a Hushlink/);
    const cut = await startOddServer(t, (response) => response.destroy());
    assert.equal((await statusAt(cut.url)).code, 6);
  });
}
