import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { composeResealer } from '#src/compose/keys.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { createTimers } from '#src/timers.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf, PASSWORD, readAs, signIn } from '../accounts/people.ts';
import { openChangedSite } from './changed-site.ts';

const light = { hasLightPassphrases: true };

test('secrets of before and after a change of the site secret are each read once, and say so on their private pages', async (t) => {
  const site = await openChangedSite(t, light);
  const api = apiOf(site);
  const old = await api.share('from before');
  const guarded = await api.share('guarded', { passphrase: 'open sesame' });
  const burned = await api.share('never read');
  await site.changeSecret();
  const fresh = await api.share('from after');
  assert.equal((await api.get(`/private/${old.metadataKey}`)).body.details.secret_value, 'from before');
  assert.equal((await api.get(`/secret/${guarded.secretKey}`)).body.record.has_passphrase, true);
  await api.reveal(guarded.secretKey, { passphrase: 'wrong' }).expect(422);
  assert.equal((await api.get(`/private/${guarded.metadataKey}`)).body.details.passphrase_failures, 1);
  site.clock.advance(60_000);
  for (const [{ secretKey }, content, passphrase] of [
    [old, 'from before', ''],
    [guarded, 'guarded', 'open sesame'],
    [fresh, 'from after', ''],
  ] as const) {
    const { body } = await api.reveal(secretKey, { passphrase }).expect(200);
    assert.equal(body.record.secret_value, content);
    await api.reveal(secretKey, { passphrase }).expect(404);
  }
  await api.post(`/private/${burned.metadataKey}/burn`, { continue: 'true' }).expect(200);
  assert.equal((await api.get(`/private/${burned.metadataKey}`)).body.record.state, 'burned');
});

test('twice changed, a secret of the first is still read once', async (t) => {
  const site = await openChangedSite(t, light);
  const api = apiOf(site);
  const shared = [await api.share('first')];
  for (const name of ['second', 'third']) {
    await site.changeSecret();
    shared.push(await api.share(name));
  }
  const read = await Promise.all(shared.map(({ secretKey }) => api.reveal(secretKey).expect(200)));
  assert.deepEqual(
    read.map(({ body }) => body.record.secret_value),
    ['first', 'second', 'third'],
  );
});

test('who is signed in stays signed in, and by the first page on even after the old secret is dropped', async (t) => {
  const site = await openChangedSite(t, light);
  const [stays, away] = [await customerOf(site), await customerOf(site)];
  await site.changeSecret();
  assert.equal((await readAs(site, stays, '/authcheck')).body.details.authorized, true);
  const before = stays.cookies();
  await stays.open('/dashboard');
  assert.notEqual(stays.cookies(), before, 'the cookie is signed anew');
  const signed = stays.cookies();
  await stays.open('/dashboard');
  assert.equal(stays.cookies(), signed, 'and once');
  await site.dropPrevious();
  assert.equal((await readAs(site, stays, '/authcheck')).body.record.custid, stays.address);
  assert.equal((await readAs(site, away, '/authcheck')).status, 401);
});

test('who asked to be remembered still is once the cookie is signed anew, and nobody else', async (t) => {
  const site = await openChangedSite(t, light);
  const { address } = await customerOf(site);
  const [lasting, passing] = [visitorOf(site), visitorOf(site)];
  await lasting.open('/signin');
  await lasting.submit('/signin', { u: address, p: PASSWORD, 'remember-me': 'on' });
  await signIn(passing, address);
  await site.changeSecret();
  const renewed = async (visitor: Visitor) => String((await visitor.open('/dashboard')).headers['set-cookie']);
  assert.match(await renewed(lasting), /^sess=[^;]+; Max-Age=34560000;/);
  assert.match(await renewed(passing), /^sess=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('a form that was opened before the change can be sent after it', async (t) => {
  const site = await openChangedSite(t, light);
  const customer = await customerOf(site);
  await customer.open('/dashboard');
  await site.changeSecret();
  const { status } = await customer.submit('/dashboard', { kind: 'share', secret: 'typed for long' });
  assert.equal(status, 303);
});

test('an owner finds the own secrets, links and counts again, and once they are sealed anew the old secret opens none of them', async (t) => {
  const site = await openChangedSite(t, light);
  const owner = await customerOf(site);
  const { body } = await callAs(site, owner, '/secret/conceal', { secret: 'x' });
  const token = (await callAs(site, owner, '/account/apitoken', {})).body.record.apitoken;
  const oldSeal = site.seal;
  await site.changeSecret();
  const recent = async () => (await readAs(site, owner, '/private/recent')).body.records;
  assert.deepEqual(
    (await recent()).map(({ key }: { key: string }) => key),
    [body.record.metadata.key],
  );
  assert.equal((await readAs(site, owner, `/secret/${body.record.secret.key}`)).body.record.is_owner, true);
  const authorization = `Basic ${Buffer.from(`${owner.address}:${token}`).toString('base64')}`;
  const byToken = await apiOf(site).get('/private/recent').set('Authorization', authorization);
  assert.equal(byToken.body.count, 1);
  const page = () => site.store.keys.sealedPage('owner-copy', null);
  const [value] = (await page()).values;
  assert.doesNotThrow(() => oldSeal.siteSealer('owner-copy').open(value!.id, value!.sealed));
  assert.equal(
    await composeResealer({ ...site.composed, timers: { ...createTimers(), pause: async () => {} } }).round(),
    1,
  );
  const [anew] = (await page()).values;
  assert.throws(() => oldSeal.siteSealer('owner-copy').open(anew!.id, anew!.sealed));
  assert.equal((await recent()).length, 1);
});

test('wrong tries that were counted before still count', async (t) => {
  const site = await openChangedSite(t, light);
  const { address } = await customerOf(site);
  const guess = async () => (await signIn(visitorOf(site), address, 'wrong password')).status;
  for (let tries = 0; tries < 4; tries += 1) await guess();
  const waiting = await guess();
  await site.changeSecret();
  assert.deepEqual([waiting, await guess()], [429, 429]);
});

test('a link that was mailed before is on its way, and its state is told', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const site = await openChangedSite(t, { ...light, env, mailServer });
  const owner = await customerOf(site);
  const recipient = ['friend@example.org'];
  const { body } = await callAs(site, owner, '/secret/conceal', { secret: 'x', recipient });
  await site.changeSecret();
  await site.mail.postman.deliverDue();
  assert.deepEqual(
    mailServer.mails.filter(({ parsed }) => String(parsed.text).includes(body.record.secret.key)).map(({ to }) => to),
    [recipient],
  );
  const page = await owner.open(`/private/${body.record.metadata.key}`);
  assert.match(page.text, /fr\*+@e\*+\.org/);
});

test('a process that has the old secret alone says not now for what a newer one has made, and consumes nothing of it', async (t) => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const behind = createTestApp(t, { ...light, seal: createKeyRing({ siteSecret: old, randomBytes }) });
  const newer = createKeyRing({ siteSecret: fresh, previousSecrets: [old], randomBytes });
  const seal = newer.withNames(newer.namesUnder(newer.known[1]!));
  const ahead = createTestApp(t, { ...light, store: behind.store, clock: behind.clock, seal });
  const made = await apiOf(ahead).share('made by the newer one');
  const owner = await customerOf(behind);
  await callAs(ahead, owner, '/secret/conceal', { secret: 'of its owner' });
  await apiOf(behind).get(`/secret/${made.secretKey}`).expect(503);
  const refused = await apiOf(behind).reveal(made.secretKey).expect(503);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  await apiOf(behind).get(`/private/${made.metadataKey}`).expect(503);
  assert.equal((await readAs(behind, owner, '/private/recent')).body.count, 0);
  assert.equal((await readAs(ahead, owner, '/private/recent')).body.count, 1);
  assert.equal(
    (await apiOf(ahead).reveal(made.secretKey).expect(200)).body.record.secret_value,
    'made by the newer one',
  );
});
