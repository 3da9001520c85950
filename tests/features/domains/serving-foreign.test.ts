import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { PROOF_GRACE_MS } from '#src/features/domains/domain.ts';
import { type Answer, type Client, contentOf, jsonOf, type Shared } from '../../durability/client.ts';
import { openForm } from '../../security/stores.ts';
import { createTestApp } from '../../support/app.ts';
import { memberOf, openDomainSite, prove, SITE_HOST, tagOf, under } from './stage.ts';

const NOBODYS = '0'.repeat(31);
const site = await openDomainSite({ after });
await prove(site, 'here.example.com', { hasHome: true });
await prove(site, 'there.example.com', { hasHome: true });
const [here, there] = [under(site, 'here.example.com'), under(site, 'there.example.com')];

test('a site that has given up custom domains serves none of them any more', async (t) => {
  const { clock, seal, store } = site;
  const env = { HUSHLINK_SITE_HOST: SITE_HOST, HUSHLINK_DOMAINS_ENABLED: 'false' };
  const { app } = createTestApp(t, { clock, seal, store, env });
  const statusOf = async (host: string) => (await supertest(app).get('/').set('Host', host)).status;
  assert.equal(await statusOf('here.example.com'), await statusOf('nobodys.example.com'));
  assert.equal(await statusOf(SITE_HOST), 200);
});

/** Everything that can be asked with the keys of a secret, but what ends it for good. */
async function askAll(client: Client, { secretKey, metadataKey }: Shared): Promise<Answer[]> {
  const [page, priv, api, sender] = [
    ...[`/secret/${secretKey}`, `/private/${metadataKey}`],
    ...[`/api/v2/secret/${secretKey}`, `/api/v2/private/${metadataKey}`],
  ] as [string, string, string, string];
  const form = await openForm(client, '/');
  const confirmed = { continue: 'true' };
  const post = (path: string, fields = {}) => client.ask(path, { method: 'POST', body: fields });
  return [
    ...(await Promise.all([page, `${page}/burn`, priv, `${priv}/burn`].map((path) => client.ask(path)))),
    ...(await Promise.all([page, priv].map((path) => client.ask(path, { method: 'HEAD' })))),
    ...(await Promise.all([api, `${api}/status`, sender].map((path) => client.ask(path)))),
    await post(api),
    await post(`${api}/seen`),
    await post(api, confirmed),
    await post(`${api}/reveal`, confirmed),
    await post(`${api}/burn`, confirmed),
    await post(`${sender}/burn`, confirmed),
    await post(`${sender}/unlock`),
    await form.post(page, confirmed),
    await form.post(`${page}/burn`, confirmed),
    await form.post(`${priv}/burn`, confirmed),
    await form.post(`${priv}/unlock`, {}),
  ];
}

/** What was answered, without what is fresh in each answer. */
function essence(answers: readonly Answer[], keys: Shared): string[] {
  return answers.map(({ status, headers, body }) => {
    const { 'x-request-id': _, date: __, 'set-cookie': ___, 'content-length': ____, ...rest } = headers;
    const text = body.toString().replaceAll(keys.secretKey, NOBODYS).replaceAll(keys.metadataKey, NOBODYS);
    const plain = text.replaceAll(/[\w-]{8}\.[\w-]{43}/g, 'shrimp');
    return JSON.stringify([status, rest, plain]);
  });
}

test('a secret of the site or of another domain is there as good as none, in every answer', async () => {
  const nobodys = { secretKey: NOBODYS, metadataKey: NOBODYS };
  const unknown = essence(await askAll(here, nobodys), nobodys);
  for (const maker of [site.client, there]) {
    const keys = await maker.share('not for you');
    assert.deepEqual(essence(await askAll(here, keys), keys), unknown);
    const escaped = { secretKey: otherwise(keys.secretKey), metadataKey: otherwise(keys.metadataKey) };
    for (const path of [`/secret/${escaped.secretKey}`, `/private/${escaped.metadataKey}`]) {
      for (const room of ['', '/api/v2']) assert.equal((await here.ask(room + path)).status, 404, path);
    }
    assert.equal(contentOf(await here.reveal(escaped.secretKey)), null);
    const { record } = jsonOf(await maker.ask(`/api/v2/private/${keys.metadataKey}`));
    assert.equal(record.state, 'new', 'nothing has happened to it');
    assert.equal(contentOf(await maker.reveal(keys.secretKey)), 'not for you');
  }
});

test('the site itself has them all, so that a link outlives its domain [REV-01 META-01]', async () => {
  for (const maker of [here, there, site.client]) {
    const keys = await maker.share('for you');
    assert.equal((await site.client.ask(`/secret/${keys.secretKey}`)).status, 200);
    assert.equal((await site.client.ask(`/private/${keys.metadataKey}`)).status, 200);
    assert.equal(contentOf(await site.client.reveal(keys.secretKey)), 'for you');
  }
});

test('a passphrase cannot be guessed by way of another domain', async () => {
  const keys = await there.share('guarded', { passphrase: 'open sesame' });
  for (let tries = 0; tries < 20; tries += 1) await here.reveal(keys.secretKey, { passphrase: 'wrong' });
  assert.equal((await here.reveal(keys.secretKey, { passphrase: 'open sesame' })).status, 404);
  const { details } = jsonOf(await there.ask(`/api/v2/private/${keys.metadataKey}`));
  assert.equal(details.passphrase_failures, 0);
  assert.equal(contentOf(await there.reveal(keys.secretKey, { passphrase: 'open sesame' })), 'guarded');
});

test('whoever gets a domain after somebody else has neither the secrets of that time nor links to them', async () => {
  const [first, second] = [await memberOf(site), await memberOf(site)];
  const [firstTag, secondTag] = [await tagOf(site, first.address), await tagOf(site, second.address)];
  await prove(site, 'moved.example.com', { ownerTag: firstTag, hasHome: true });
  const moved = under(site, 'moved.example.com');
  const own = jsonOf(await first.call('/secret/conceal', { secret: 'x', share_domain: 'moved.example.com' })).record;
  assert.equal(own.share_domain, 'moved.example.com');
  const keys = { secretKey: own.secret.key, metadataKey: own.metadata.key };
  const nobodys = await moved.share('by a visitor');
  site.clock.advance(1000);
  await site.store.domains.remove(firstTag, 'moved.example.com' as never);
  await prove(site, 'moved.example.com', { ownerTag: secondTag, hasHome: true });
  for (const { secretKey, metadataKey } of [keys, nobodys]) {
    assert.equal((await moved.ask(`/secret/${secretKey}`)).status, 404);
    assert.equal((await moved.ask(`/private/${metadataKey}`)).status, 404);
    const { record } = jsonOf(await site.client.ask(`/api/v2/private/${metadataKey}`));
    assert.equal(record.share_url, `https://hush.example/secret/${secretKey}`);
  }
  const fresh = await moved.share('of the new owner');
  assert.equal((await moved.ask(`/secret/${fresh.secretKey}`)).status, 200);
});

test('who proves the own domain again after a lapse has the own secrets there again', async () => {
  const member = await memberOf(site);
  const ownerTag = await tagOf(site, member.address);
  const { id } = await prove(site, 'lapsed.example.com', { ownerTag });
  const lapsed = under(site, 'lapsed.example.com');
  const fields = { secret: 'x', ttl: 30 * 86_400, share_domain: 'lapsed.example.com' };
  const { record } = jsonOf(await member.call('/secret/conceal', fields));
  const { domains } = site.store;
  await domains.noteProof(id, 'missing', { graceMs: PROOF_GRACE_MS, nowMs: site.clock.now() });
  assert.equal((await lapsed.ask(`/secret/${record.secret.key}`)).status, 200, 'for seven days it goes on');
  site.clock.advance(PROOF_GRACE_MS);
  await domains.noteProof(id, 'missing', { graceMs: PROOF_GRACE_MS, nowMs: site.clock.now() });
  assert.equal((await lapsed.ask(`/secret/${record.secret.key}`)).status, 421);
  site.clock.advance(1000);
  await domains.noteProof(id, 'present', { graceMs: PROOF_GRACE_MS, nowMs: site.clock.now() });
  assert.equal((await lapsed.ask(`/secret/${record.secret.key}`)).status, 200);
});

/** The same key, written otherwise. */
function otherwise(key: string): string {
  return `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`;
}
