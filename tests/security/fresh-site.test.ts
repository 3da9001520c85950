import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookiesSet, ENGINES, openForm, openSite } from './stores.ts';

/** What is tried first on a site that was just set up. */
const names = ['admin', 'root', 'colonel', 'administrator@localhost', 'admin@example.org', 'sa', 'test@test.com'];
const passwords = ['admin', 'password', 'changeme', 'hushlink', '12345678', ''];

for (const engine of ENGINES) {
  test(`${engine}: a new site knows nobody: there is no account, and no name and password that comes with it`, async (t) => {
    const { client, store } = await openSite(t, engine, { env: { HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '1000' } });
    assert.equal(await store.accounts.count(), 0);
    for (const name of names) {
      for (const password of passwords) {
        const basic = Buffer.from(`${name}:${password}`).toString('base64');
        const { status } = await client.ask('/api/v2/account', { headers: { Authorization: `Basic ${basic}` } });
        assert.equal(status, 401, `${name}:${password}`);
      }
      const form = await openForm(client, '/signin');
      const answer = await form.post('/signin', { u: name, p: 'password' });
      assert.equal(answer.status, 422, name);
      assert.deepEqual(cookiesSet(answer), []);
    }
    assert.equal(await store.accounts.count(), 0);
  });
}
