import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import type { StoreUnavailable } from '#src/store-unavailable.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY } from './sealed-sample.ts';

const password = 'tr0mb0ne';

test('redis: one that knows no HELLO says so, without the password that it was sent with', async (t) => {
  const settings = join(temporaryFolder(t), 'more.conf');
  writeFileSync(settings, `requirepass ${password}\nrename-command HELLO ""\n`);
  const server = await startRedisServer({ settings: () => ({ include: settings }) });
  t.after(() => server.stop());
  const url = `redis://app:${password}@127.0.0.1:${server.port}`;
  const opening = openRedisStore({ url, policy: POLICY, onError: () => {}, onWarning: assert.fail });
  await assert.rejects(opening, ({ cause }: StoreUnavailable) => {
    assert.ok(cause instanceof Error);
    assert.match(cause.message, /^ERR unknown command ['`]HELLO['`]$/);
    return true;
  });
});
