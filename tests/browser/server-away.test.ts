import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf, fill, messageOn, open, press, pressAndGo, see } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;
const expects = /Failed to load resource: net::ERR_(?:CONNECTION|SOCKET_NOT_CONNECTED)/;

test('a server that is away costs the reader nothing: the page says so, and the same press works later [ERR-03]', async (t) => {
  const { secretKey } = await stage.share('patience', { passphrase: 'open sesame' });
  const page = await stage.visitor(t, { expects });
  await open(page, `${server.url}/secret/${secretKey}`);
  await page.type('#passphrase', 'open sesame');
  await server.kill('SIGKILL');
  await press(page, 'Click to continue');
  await see(page, 'No response received from server');
  assert.equal(await contentOf(page, '#passphrase'), 'open sesame');
  await server.start();
  await press(page, 'Click to continue');
  assert.equal(await messageOn(page), 'patience');
});

test('a server that is away costs the writer nothing: the text stays, and the same press works later', async (t) => {
  const page = await stage.visitor(t, { expects });
  await open(page, server.url);
  await fill(page, '#secret', 'a long letter');
  await server.kill('SIGKILL');
  await press(page, 'Create a secret link*');
  await see(page, 'An unexpected error occurred');
  assert.equal(await contentOf(page, '#secret'), 'a long letter');
  await server.start();
  await pressAndGo(page, 'Create a secret link*');
  await see(page, 'Your link is ready');
});
