import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';

test('the longest lock is that of the configuration, and no wait before it', async (t) => {
  const env = { HUSHLINK_SECRETS_PASSPHRASE_TRIES: '1', HUSHLINK_SECRETS_PASSPHRASE_MAX_LOCK: '120' };
  const site = createTestApp(t, { hasLightPassphrases: true, env });
  const api = apiOf(site);
  const { secretKey } = await api.share('x', { passphrase: 'right', ttl: 86_400 });
  await api.reveal(secretKey, { passphrase: 'wrong' });
  const isLocked = async () => (await api.reveal(secretKey, { passphrase: 'right' })).status !== 200;
  site.clock.advance(119_999);
  assert.equal(await isLocked(), true);
  site.clock.advance(1);
  assert.equal(await isLocked(), false);
});
