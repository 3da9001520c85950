import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createListener, type ListenerDeps, PATIENCE } from '#src/process/listener.ts';
import { listening } from '../support/listening.ts';

/** What never ends, one byte of it after the other. */
const endless: Readonly<Record<string, string>> = {
  head: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  body: 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n',
  chunk: 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n',
};

for (const [part, beginning] of Object.entries(endless)) {
  test(`a request whose ${part} does not end is given up, though something of it comes all the time`, async (t) => {
    const port = await listenTo(t, (request, response) => void request.resume().once('end', () => response.end()));
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(beginning);
    const drip = setInterval(() => socket.write('a'), 10);
    t.after(() => clearInterval(drip));
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    // What was written after the end comes back as a reset, which may take the answer with it.
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('close', resolve));
    assert.match(answer, /^(?:$|HTTP\/1\.1 408 )/);
  });
}

test('a server gives a request half a minute, for its head and for all of it', () => {
  const { requestTimeout, headersTimeout } = createListener({ ...deps, app: () => {} });
  assert.deepEqual([requestTimeout, headersTimeout], [30_000, 30_000]);
});

test('a request that does not end is given up after 35 seconds at most', () => {
  assert.ok(PATIENCE.requestMs + PATIENCE.lookEveryMs <= 35_000, 'docs/security.md says so');
});

const deps: Omit<ListenerDeps, 'app'> = { bodyLimitBytes: () => 1_000_000, isDraining: () => false };

function listenTo(t: TestContext, app: ListenerDeps['app']): Promise<number> {
  return listening(t, createListener({ ...deps, app, patience: { requestMs: 100, lookEveryMs: 20 } }));
}
