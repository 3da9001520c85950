import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { createListener } from '#src/listener.ts';

test('a visitor who asks for much and takes none of it is cut off after a minute, the answer with him', async (t) => {
  const much = Buffer.alloc(32 * 1024 * 1024, 'x');
  const server = createListener({
    app: (_request, response) => void response.end(much),
    bodyLimitBytes: () => 0,
    isDraining: () => false,
  });
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  t.after(() => visitor.destroy());
  const [ours] = (await once(server, 'connection')) as [Socket];
  visitor.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(server, 'request');
  assert.equal(ours.timeout, 60_000);
  // As the socket does once nothing has moved for so long.
  ours.emit('timeout');
  await once(ours, 'close');
});
