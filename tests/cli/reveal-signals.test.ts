import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { signalUntil } from '../support/signal-until.ts';
import { temporaryFolder } from '../support/temp.ts';
import { sendJson, someKey, startOddServer, waitingSecret } from './odd-server.ts';
import { startCli } from './run-cli.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} while a secret is being opened does not lose it`, async (t) => {
    const { child, output, claim } = await startReveal(t);
    const response = await claim;
    process.kill(child.pid, signal);
    await child.waitFor(/would be lost/);
    sendJson(response, 200, { success: true, record: { secret_value: 'hello' }, details: {} });
    assert.equal((await child.ended).code, 0);
    assert.equal(readFileSync(output, 'utf8'), 'hello');
  });
}

test('a second signal ends the command, and leaves no file that looks like the content', async (t) => {
  const { child, output, claim } = await startReveal(t);
  await claim;
  process.kill(child.pid, 'SIGINT');
  await child.waitFor(/would be lost/);
  assert.equal((await signalUntil(child.pid, 'SIGINT', child.ended)).signal, 'SIGINT');
  assert.equal(existsSync(output), false);
});

/** A command that has asked for the content and waits for the answer. */
async function startReveal(t: TestContext) {
  const claim = Promise.withResolvers<ServerResponse>();
  const server = await startOddServer(t, (response, { method }) => {
    if (method === 'POST') claim.resolve(response);
    else sendJson(response, 200, waitingSecret);
  });
  const output = join(temporaryFolder(t), 'out');
  const child = startCli(['reveal', `${server.url}/secret/${someKey}`, '--output', output]);
  return { child, output, claim: claim.promise };
}
