import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { ownerTags } from '#src/compose/secrets.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { OBSERVATION, sampleDomain } from '../../store/domain-sample.ts';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { apiTokenOn, customerOf, freshAddress, PASSWORD, readAs, signIn } from './people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const NEW = 'a new password';
const isSignedIn = async (visitor: Parameters<typeof readAs>[1]) =>
  (await readAs(site, visitor, '/authcheck')).status === 200 && /sess=/.test(visitor.cookies());

test('the password form asks for the current one and the new one twice, and says that it is done [ACC-13 ACC-15]', async () => {
  const visitor = await customerOf(site);
  const page = await visitor.open('/account');
  assert.equal(page.status, 200);
  for (const name of ['currentp', 'newp', 'newp2']) assert.match(page.text, new RegExp(`name="${name}"`));
  const done = await visitor.submit('/account/password', { currentp: PASSWORD, newp: NEW, newp2: NEW });
  assert.deepEqual([done.status, done.headers.location], [303, '/account?notice=password']);
  assert.match((await visitor.open('/account?notice=password')).text, /Password updated successfully\./);
});

test('a password change ends all other sessions, and this one goes on under another id', async () => {
  const visitor = await customerOf(site);
  const elsewhere = visitorOf(site);
  await signIn(elsewhere, visitor.address);
  const before = visitor.cookies();
  await visitor.open('/account');
  await visitor.submit('/account/password', { currentp: PASSWORD, newp: NEW, newp2: NEW });
  assert.equal(await isSignedIn(visitor), true);
  assert.notEqual(visitor.cookies(), before);
  assert.equal((await readAs(site, elsewhere, '/authcheck')).status, 401);
  assert.equal((await readAs(site, { ...visitor, cookies: () => before }, '/authcheck')).status, 401);
  assert.equal((await signIn(visitorOf(site), visitor.address)).status, 422);
});

test('what is wrong with a new password is said above the form, and nothing changes [ACC-14 ACC-22]', async () => {
  const visitor = await customerOf(site);
  const cases: readonly (readonly [string, string, string, RegExp])[] = [
    ['wrong password', NEW, NEW, /That is not your current password\./],
    ['', NEW, NEW, /That is not your current password\./],
    [PASSWORD, '', '', /at least 8 characters/],
    [PASSWORD, NEW, '', /are not the same/],
    [PASSWORD, visitor.address, visitor.address, /must not be your e-mail address/],
  ];
  for (const [currentp, newp, newp2, words] of cases) {
    await visitor.open('/account');
    const refused = await visitor.submit('/account/password', { currentp, newp, newp2 });
    assert.equal(refused.status, 422);
    assert.match(refused.text, words);
  }
  assert.equal(await isSignedIn(visitor), true, 'a mistyped password ends no session');
  assert.equal((await signIn(visitorOf(site), visitor.address)).status, 303);
});

test('a new API token stands in the answer that made it, and nowhere afterwards [ACC-07]', async () => {
  const visitor = await customerOf(site);
  await visitor.open('/account');
  const made = await visitor.submit('/account/apitoken');
  assert.equal(made.status, 200);
  assert.match(made.text, /Token generated\./);
  const token = apiTokenOn(made.text);
  const kept = await site.store.accounts.find(visitor.address as CustId);
  assert.match(String(kept?.apiTokenHash), /^[\w-]{43}$/);
  assert.notEqual(kept?.apiTokenHash, token);
  assert.ok(token !== '' && !(await visitor.open('/account')).text.includes(token));
  await visitor.submit('/account/apitoken');
  const again = await site.store.accounts.find(visitor.address as CustId);
  assert.notEqual(again?.apiTokenHash, kept?.apiTokenHash, 'a new token replaces the old one');
});

test('deleting needs the password and the form’s own mark, ends the session and goes home [ACC-17 ACC-18 ACC-21]', async () => {
  const visitor = await customerOf(site);
  await visitor.open('/account');
  assert.match(visitor.html(), /<input type="hidden" name="tabindex" value="destroy"/);
  const wrong = await visitor.submit('/account/destroy', { confirmation: 'wrong password' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /That is not your current password\./);
  const unmarked = await visitor.submit('/account/destroy', { confirmation: PASSWORD, tabindex: '' });
  assert.equal(unmarked.status, 422);
  await visitor.open('/account');
  const gone = await visitor.submit('/account/destroy', { confirmation: PASSWORD });
  assert.deepEqual([gone.status, gone.headers.location], [303, '/?notice=account-deleted']);
  assert.doesNotMatch(visitor.cookies(), /sess=/);
  assert.match(
    (await visitor.open('/?notice=account-deleted')).text,
    /role="status" tabindex="-1" autofocus="">.*Account deleted successfully\./,
  );
  assert.doesNotMatch((await visitor.open('/?notice=anything')).text, /deleted/);
  assert.equal(await site.store.accounts.find(visitor.address as CustId), null);
  assert.equal((await signIn(visitorOf(site), visitor.address)).status, 422);
});

test('a deleted account leaves no session that works, not even for a new account of that name', async () => {
  const address = freshAddress();
  const [visitor, elsewhere] = [await customerOf(site, address), visitorOf(site)];
  await signIn(elsewhere, address);
  await visitor.open('/account');
  await visitor.submit('/account/destroy', { confirmation: PASSWORD });
  site.clock.advance(1); // see src/features/accounts/epoch.ts
  await customerOf(site, address);
  assert.equal((await readAs(site, elsewhere, '/authcheck')).status, 401);
});

test('the domains of a deleted account go with it, and their names are free for others', async () => {
  const visitor = await customerOf(site);
  const { domains, accounts } = site.store;
  const customer = await accounts.find(visitor.address as CustId);
  const domain = sampleDomain({ ownerTag: ownerTags(site.seal)(customer!) });
  const { id, name, ownerTag } = domain;
  await domains.add(domain, 1);
  await domains.noteProof(id, 'present', { graceMs: 0, nowMs: site.clock.now() });
  await visitor.open('/account');
  assert.equal((await visitor.submit('/account/destroy', { confirmation: PASSWORD })).status, 303);
  assert.deepEqual([await domains.findServed(name), await domains.count(ownerTag)], [null, 0]);
  await domains.noteObservation(id, OBSERVATION, site.clock.now());
  assert.equal((await domains.add(sampleDomain({ name }), 1)).kind, 'added');
});

test('a new account under the address of a deleted one inherits no secret, whatever was in the way of forgetting', async (t) => {
  const own = createTestApp(t, { hasLightPassphrases: true });
  const address = freshAddress();
  const before = await customerOf(own, address);
  await before.open('/dashboard');
  await before.submit('/dashboard', { secret: 'of the first owner', kind: 'share' });
  const database = new DatabaseSync(join(own.folder, 'hushlink.db'));
  database.exec("CREATE TRIGGER full BEFORE UPDATE OF owner_tag ON secret BEGIN SELECT RAISE(ABORT, 'full'); END");
  database.close();
  await before.open('/account');
  const deleted = await before.submit('/account/destroy', { confirmation: PASSWORD });
  assert.equal(deleted.status, 303);
  own.clock.advance(1000);
  const after = await customerOf(own, address);
  const { status, body } = await readAs(own, after, '/private/recent');
  assert.deepEqual([status, body.count], [200, 0]);
});

test('the forms of an account need a good token and somebody signed in', async () => {
  const visitor = await customerOf(site);
  const forms = {
    password: { currentp: PASSWORD, newp: NEW, newp2: NEW },
    apitoken: {},
    destroy: { confirmation: PASSWORD },
  };
  for (const [form, fields] of Object.entries(forms)) {
    const forged = await visitor.send(`/account/${form}`, { ...fields, tabindex: 'destroy', shrimp: 'x' });
    assert.equal(forged.status, 422, form);
    assert.match(forged.text, /Your form was too old/);
    const anonymous = await visitorOf(site).send(`/account/${form}`, fields);
    assert.deepEqual([anonymous.status, anonymous.headers.location], [303, '/signin?redirect=%2Faccount'], form);
  }
  const customer = await site.store.accounts.find(visitor.address as CustId);
  assert.equal(customer?.apiTokenHash, null);
  assert.equal((await signIn(visitorOf(site), visitor.address)).status, 303);
});

test('under the address of a refused form stands the way to its page', async () => {
  const visitor = await customerOf(site);
  const key = '0'.repeat(31);
  for (const [path, page] of [
    ['/account/password', '/account'],
    ['/account/apitoken', '/account'],
    ['/account/destroy', '/account'],
    ['/settings', '/account/settings'],
    [`/private/${key}/unlock`, `/private/${key}`],
    ['/private/no-key/unlock', '/private/'],
  ] as const) {
    const { status, headers } = await visitor.open(path);
    assert.deepEqual([status, headers.location], [303, page], path);
  }
});
