import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { createKeyMaker, resetIdOf } from '#src/crypto/ids.ts';
import type { AccountStore } from '#src/features/accounts/account-store.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf, freshAddress, readAs, signIn, signUp } from './people.ts';

const server = await startSmtpServer();
after(() => server.stop());
const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
const site = createTestApp({ after }, { hasLightPassphrases: true, mailServer: server, env });
const NEW = 'a new password';

async function request(address: string) {
  const visitor = visitorOf(site);
  await visitor.open('/forgot');
  return visitor.submit('/forgot', { u: address });
}

async function mailsTo(address: string): Promise<string[]> {
  await site.mail.postman.deliverDue();
  return server.mails.filter(({ to }) => to.includes(address)).map(({ parsed }) => String(parsed.text));
}

/** The path of the newest link that was mailed to this address. */
async function linkFor(address: string): Promise<string> {
  assert.equal((await request(address)).status, 303);
  const links = (await mailsTo(address)).map((mail) => /\/forgot\/[0-9a-z]{31}/.exec(mail)?.[0]);
  return String(links.findLast((link) => link !== undefined));
}

test('the request form takes u and says the same whoever it was for; a link goes to accounts only [AUTH-15 AUTH-17 GEN-06]', async () => {
  const known = await customerOf(site);
  const unknown = freshAddress();
  const [first, second] = [await request(known.address), await request(unknown)];
  assert.deepEqual([first.status, first.headers.location], [303, '/forgot?sent=yes']);
  assert.deepEqual([second.status, second.headers.location], [first.status, first.headers.location]);
  assert.match((await mailsTo(known.address)).join('\n'), /\/forgot\/[0-9a-z]{31}/);
  assert.deepEqual(await mailsTo(unknown), []);
  const refused = await request('no address');
  assert.equal(refused.status, 422);
  assert.match(refused.text, /That is not an e-mail address\./);
});

test('who has asked reads how long a link works on this site, in their language', async (t) => {
  const short = { ...env, HUSHLINK_AUTHENTICATION_RESET_TTL: '5m' };
  const brief = createTestApp(t, { hasLightPassphrases: true, mailServer: server, env: short });
  assert.match((await visitorOf(brief).open('/forgot?sent=yes')).text, /It works once, for 5 minutes\./);
  assert.match((await visitorOf(brief).open('/forgot?sent=yes&locale=de')).text, /gilt 5 Minuten\./);
  assert.match((await visitorOf(site).open('/forgot?sent=yes')).text, /It works once, for 1 hour\./);
});

test('who is signed in may ask for a new password too, and use the link', async () => {
  const known = await customerOf(site);
  for (const path of ['/forgot', await linkFor(known.address)])
    assert.equal((await known.open(path)).status, 200, path);
});

test('the link sets a new password, once, and ends every session [AUTH-18 AUTH-19 GEN-06]', async () => {
  const known = await customerOf(site);
  const link = await linkFor(known.address);
  const visitor = visitorOf(site);
  assert.equal((await visitor.open(link)).status, 200);
  const done = await visitor.submit(link, { newp: NEW, newp2: NEW });
  assert.deepEqual([done.status, done.headers.location], [303, '/signin?notice=password-set']);
  assert.equal((await readAs(site, known, '/authcheck')).status, 401);
  assert.equal((await signIn(visitorOf(site), known.address)).status, 422);
  assert.equal((await signIn(visitorOf(site), known.address, NEW)).status, 303);
  assert.equal((await visitor.open(link)).headers.location, '/');
  assert.match((await mailsTo(known.address)).at(-1)!, /The password of your account at \S+ was changed on/);
});

test('where signing in is switched off a link still sets a password and ends every session, and leads home [AUTH-18 GEN-06]', async () => {
  const known = await customerOf(site);
  const link = await linkFor(known.address);
  const off = createTestApp(
    { after },
    {
      ...{ hasLightPassphrases: true, store: site.store, seal: site.seal, clock: site.clock },
      env: { HUSHLINK_AUTHENTICATION_SIGNIN: 'false' },
    },
  );
  const visitor = visitorOf(off);
  await visitor.open(link);
  const done = await visitor.submit(link, { newp: NEW, newp2: NEW });
  assert.deepEqual([done.status, done.headers.location], [303, '/']);
  assert.equal((await readAs(site, known, '/authcheck')).status, 401);
});

test('an unknown or used key, and one an hour old, lead home [AUTH-21]', async () => {
  const known = await customerOf(site);
  const link = await linkFor(known.address);
  const visitor = visitorOf(site);
  for (const path of [`/forgot/${'a'.repeat(31)}`, '/forgot/short']) {
    const page = await visitor.open(path);
    assert.deepEqual([page.status, page.headers.location], [303, '/'], path);
  }
  site.clock.advance(3_600_000 - 1);
  assert.equal((await visitor.open(link)).status, 200);
  site.clock.advance(1);
  assert.equal((await visitor.open(link)).headers.location, '/');
  assert.equal((await visitor.send(link, { newp: NEW, newp2: NEW })).headers.location, '/');
  assert.equal((await signIn(visitorOf(site), known.address)).status, 303);
});

test('the API says of a reset key that it lives, without any content; it can be neither revealed nor burned [AUTH-21]', async () => {
  const known = await customerOf(site);
  const key = (await linkFor(known.address)).split('/')[2]!;
  const api = apiOf(site);
  const { body } = await api.get(`/secret/${key}`).expect(200);
  assert.equal(body.record.key, key);
  assert.equal('secret_value' in body.record, false);
  const other = (await api.post('/secret/conceal', { secret: 'x' }).expect(200)).body.record.secret.key;
  const secret = (await api.get(`/secret/${other}`).expect(200)).body;
  for (const part of ['record', 'details'])
    assert.deepEqual(Object.keys(body[part]).sort(), Object.keys(secret[part]).sort());
  await api.reveal(key).expect(404);
  await api.post(`/secret/${key}/burn`, { continue: 'true' }).expect(404);
  await api.get(`/secret/${key}`).expect(200);
  await api.get(`/secret/${'b'.repeat(31)}`).expect(404);
  site.clock.advance(site.config.authentication.resetTtlSeconds * 1000);
  await api.get(`/secret/${key}`).expect(404);
});

test('a password that is refused leaves the link as it was [AUTH-20 AUTH-19]', async () => {
  const known = await customerOf(site);
  const link = await linkFor(known.address);
  const visitor = visitorOf(site);
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['short77', 'short77', /at least 8 characters/],
    [NEW, `${NEW} `, /are not the same/],
    ['qwertyuiop', 'qwertyuiop', /one of the first that anybody would try/],
    [known.address, known.address, /must not be your e-mail address/],
  ];
  for (const [newp, newp2, words] of cases) {
    await visitor.open(link);
    const refused = await visitor.submit(link, { newp, newp2 });
    assert.equal(refused.status, 422);
    assert.match(refused.text, words);
  }
  assert.equal((await visitor.submit(link, { newp: NEW, newp2: NEW })).status, 303);
});

test('of two links the first one used ends the other; the reset pages need a token', async () => {
  const known = await customerOf(site);
  const [first, second] = [await linkFor(known.address), await linkFor(known.address)];
  assert.notEqual(first, second);
  const visitor = visitorOf(site);
  await visitor.open(first);
  const forged = await visitor.submit(first, { newp: NEW, newp2: NEW, shrimp: 'x' });
  assert.equal(forged.status, 422);
  assert.equal((await visitor.submit(first, { newp: NEW, newp2: NEW })).status, 303);
  assert.equal((await visitor.open(second)).headers.location, '/');
});

test('that the password was changed is told in the language of its owner, whoever has changed it', async () => {
  const known = await customerOf(site);
  await known.open('/account/settings');
  await known.submit('/settings', { locale: 'de' });
  const [link, visitor] = [await linkFor(known.address), visitorOf(site)];
  await visitor.open(link);
  assert.equal((await visitor.submit(link, { newp: NEW, newp2: NEW })).status, 303);
  assert.match((await mailsTo(known.address)).at(-1) ?? '', /Passwort/);
});

test('of two who use a link at the same time one sets the password', async (t) => {
  const known = await customerOf(site);
  const link = await linkFor(known.address);
  const [hasLooked, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let looks = 0;
  const peekReset: AccountStore['peekReset'] = async (...asked) => {
    const found = await site.store.accounts.peekReset(...asked);
    looks += 1;
    // The page has looked, and then the form twice.
    if (looks === 3) await Promise.all([hasLooked.resolve(), mayGoOn.promise]);
    return found;
  };
  const store = { ...site.store, accounts: { ...site.store.accounts, peekReset } };
  const slowed = createTestApp(t, { hasLightPassphrases: true, mailServer: server, env, store, clock: site.clock });
  const [slow, quick] = [visitorOf(slowed), visitorOf(site)];
  for (const visitor of [slow, quick]) await visitor.open(link);
  const beaten = slow.submit(link, { newp: 'of the slow one', newp2: 'of the slow one' });
  await hasLooked.promise;
  assert.equal((await quick.submit(link, { newp: NEW, newp2: NEW })).headers.location, '/signin?notice=password-set');
  mayGoOn.resolve();
  assert.equal((await beaten).headers.location, '/');
  assert.equal((await signIn(visitorOf(site), known.address, NEW)).status, 303);
});

test('a mailed link proves the address and verifies the account; guesses made before keep nobody waiting', async () => {
  const mailing = createTestApp({ after }, { hasLightPassphrases: true, mailServer: server, store: site.store });
  const address = freshAddress();
  await signUp(visitorOf(mailing), address);
  for (let tries = 0; tries < 4; tries += 1) await signIn(visitorOf(site), address, `guess ${tries}`);
  const link = await linkFor(address);
  const visitor = visitorOf(site);
  await visitor.open(link);
  await visitor.submit(link, { newp: NEW, newp2: NEW });
  const customer = await site.store.accounts.find(address as CustId);
  assert.deepEqual([customer?.isVerified, customer?.isMailProven], [true, true]);
  assert.equal((await signIn(visitorOf(site), address, NEW)).status, 303);
});

test('the mail speaks the language that its reader has chosen, whoever asks for it', async () => {
  const { address } = await customerOf(site);
  await site.store.accounts.setLocale(address as CustId, 'de');
  await request(address);
  assert.match((await mailsTo(address)).join(), /Passwort/);
});

test('a link that an operator has handed over verifies the account, and proves no address', async () => {
  const mailing = createTestApp({ after }, { hasLightPassphrases: true, mailServer: server, store: site.store });
  const [address, visitor] = [freshAddress(), visitorOf(site)];
  await signUp(visitorOf(mailing), address);
  const key = createKeyMaker(randomBytes).resetKey();
  const createdAtMs = site.clock.now();
  const times = { createdAtMs, expiresAtMs: createdAtMs + 1000 };
  await site.store.accounts.keepReset({ id: resetIdOf(key), custid: address as CustId, isMailed: false, ...times });
  await visitor.open(`/forgot/${key}`);
  await visitor.submit(`/forgot/${key}`, { newp: NEW, newp2: NEW });
  const customer = await site.store.accounts.find(address as CustId);
  assert.deepEqual([customer?.isVerified, customer?.isMailProven], [true, false]);
});

test('without a mail server the page says so, and nothing is kept', async () => {
  const silent = createTestApp({ after }, { hasLightPassphrases: true });
  const visitor = visitorOf(silent);
  assert.equal((await visitor.open('/forgot')).status, 200);
  const shrimp = /name="shrimp" value="([^"]+)"/.exec((await visitor.open('/signin')).text)?.[1] ?? '';
  const refused = await visitor.send('/forgot', { u: 'somebody@example.org', shrimp });
  assert.equal(refused.status, 422);
});
