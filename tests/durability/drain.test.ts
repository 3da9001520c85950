import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type SecretKey, secretIdOf } from '#src/crypto/ids.ts';
import { startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temp.ts';
import { type Client, createClient, keysOf } from './client.ts';
import { sendHalf, sendRest } from './half-sent.ts';

const program = resolve(import.meta.dirname, '../../dist/hushlink.js');
const stops = 5;
const lanes = 12;
const maxAsksPerLane = 500;
const halfSent = 20;

test('a server that is asked to stop under load answers every request it took, cuts none, and exits with 0', async (t) => {
  const folder = temporaryFolder(t);
  const answered: string[] = [];
  for (let count = 0; count < stops; count += 1) answered.push(...(await stopUnderLoad(folder)));
  const rows = readRows(folder);
  // A row without an answer would be a request that was taken and then cut.
  assert.deepEqual(rows.secretIds, answered.map((key) => secretIdOf(key as SecretKey)).sort());
  assert.equal(rows.metadataCount, answered.length);
  assert.equal(rows.integrity, 'ok');
});

/** The keys of all secrets whose creation was answered. */
async function stopUnderLoad(folder: string): Promise<string[]> {
  const port = await freePort();
  const env = { HUSHLINK_DATA: folder, PORT: String(port), HOST: '127.0.0.1', HUSHLINK_LIMITS_ENABLED: 'false' };
  const server = startChild(process.execPath, [program, 'serve'], { env });
  await server.waitFor(/Hushlink is ready at/);
  server.background();
  const client = createClient(port, lanes);
  const open = await Promise.all(Array.from({ length: halfSent }, () => sendHalf(port)));
  let stopping: ReturnType<typeof server.kill> | null = null;
  const load = createUntilRefused(client, () => {
    stopping ??= server.kill('SIGTERM');
  }).catch((error) => assert.fail(`${error}\n${errorsIn(server.output())}`));
  // What goes wrong under load must be seen before the wait for the stop is over.
  await Promise.race([server.waitFor(/"event":"stopping"/), load.then(() => server.waitFor(/"event":"stopping"/))]);
  const late = await Promise.all(open.map(sendRest));
  const early = await load;
  client.close();
  assert.ok(stopping);
  const { code, signal } = await (stopping as ReturnType<typeof server.kill>);
  assert.deepEqual({ code, signal }, { code: 0, signal: null });
  assert.ok(early.length > lanes, `${early.length} under load`);
  return [...early, ...late];
}

async function createUntilRefused(client: Client, stop: () => void): Promise<string[]> {
  const stopAt = randomInt(lanes + 1, 300);
  const keys: string[] = [];
  const runLane = async () => {
    for (let asks = 0; asks < maxAsksPerLane; asks += 1) {
      const answer = await client.post('/secret/conceal', { kind: 'share', secret: 'under load' }).catch(() => null);
      if (answer === null) return;
      assert.equal(answer.status, 200, String(answer.body));
      keys.push(keysOf(answer).secretKey);
      if (keys.length === stopAt) stop();
    }
    assert.fail('the server goes on taking requests');
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return keys;
}

function errorsIn(output: string): string {
  const lines = output.split('\n').filter((line) => !line.includes('"event":"request"'));
  return lines.join('\n');
}

function readRows(folder: string) {
  const database = new DatabaseSync(join(folder, 'hushlink.db'), { readOnly: true });
  try {
    const secretIds = database
      .prepare('SELECT id FROM secret')
      .all()
      .map(({ id }) => String(id));
    const metadataCount = database.prepare('SELECT count(*) AS count FROM metadata').get()?.count;
    const integrity = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
    return { secretIds: secretIds.sort(), metadataCount, integrity };
  } finally {
    database.close();
  }
}
