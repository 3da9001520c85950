import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';

test('what is just being handed out can be burned by both sides, for the case that nobody gets it after all', async () => {
  const shared = { hasLightPassphrases: true };
  const { clock, seal, store } = createTestApp({ after }, shared);
  const burns: string[] = [];
  const held = async (row: ReturnType<typeof store.secrets.look>) => {
    const waiting = await row;
    return waiting && { ...waiting, life: 'received' as const, isHeld: true };
  };
  const secrets: typeof store.secrets = {
    ...store.secrets,
    look: (...asked) => held(store.secrets.look(...asked)),
    lookKept: (...asked) => held(store.secrets.lookKept(...asked)),
    burn: async (_id, _attempt, by) => {
      burns.push(by);
      return { kind: 'gone' };
    },
  };
  const site = createTestApp({ after }, { ...shared, clock, seal, store: { ...store, secrets } });
  const post = (path: string, fields: object) =>
    supertest(site.app).post(`/api/v2${path}`).set('Host', 'localhost:3000').send(fields);
  for (const passphrase of ['', 'a passphrase']) {
    const { body } = await post('/secret/conceal', { secret: 'x', passphrase });
    const { secret, metadata } = body.record;
    const asked = { continue: true, passphrase };
    assert.equal((await post(`/private/${metadata.key}/burn`, asked)).status, 409);
    assert.equal((await post(`/secret/${secret.key}/burn`, asked)).status, 404);
  }
  assert.deepEqual(burns, ['sender', 'recipient', 'sender', 'recipient']);
});
