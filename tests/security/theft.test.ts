import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { jsonOf } from '../durability/client.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { cookiesSet, ENGINES, type Form, openForm, openSite, PASSWORD, type Site, signedIn, signUp } from './stores.ts';

const NEW = 'a new password';
const typed = 'typed for an hour\nand <b>more</b>';
let people = 0;

/** A customer, and a thief's copy of the cookie. */
async function robbed(site: Site) {
  people += 1;
  const address = `robbed${people}@example.org`;
  await signUp(site.client, address);
  return { address, owner: await signedIn(site.client, address), thief: await signedIn(site.client, address) };
}

const accountStatus = async ({ client }: Site, cookie: string) =>
  (await client.ask('/api/v2/account', { headers: { Cookie: cookie } })).status;

/** A cookie that is over: no page of a customer, no call and no form works with it, and nothing typed is lost. */
async function expectOver(site: Site, { cookie, shrimp }: Form): Promise<void> {
  const { client } = site;
  assert.equal(await accountStatus(site, cookie), 401);
  for (const path of ['/dashboard', '/recent', '/account', '/colonel']) {
    const { status, headers } = await client.ask(path, { headers: { Cookie: cookie } });
    assert.deepEqual([status, headers.location], [303, `/signin?redirect=${encodeURIComponent(path)}`]);
  }
  const form = { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' };
  const fields = { shrimp, kind: 'share', secret: typed, ttl: '3600', newp: NEW, newp2: NEW, currentp: PASSWORD };
  const body = new URLSearchParams({ ...fields, confirmation: PASSWORD, tabindex: 'destroy' }).toString();
  for (const path of ['/account/password', '/account/apitoken', '/account/destroy']) {
    const { status, headers } = await client.ask(path, { method: 'POST', headers: form, body });
    assert.deepEqual([status, headers.location], [303, '/signin?redirect=%2Faccount'], path);
  }
  const shared = await client.ask('/dashboard', { method: 'POST', headers: form, body });
  assert.equal(shared.status, 401);
  assert.match(shared.body.toString(), />\n?typed for an hour\nand &lt;b&gt;more&lt;\/b&gt;<\/textarea>/);
  for (const path of ['/secret/conceal', '/account/apitoken', '/account/change-password', '/account/destroy']) {
    const headers = { Cookie: cookie, 'O-Shrimp': shrimp };
    const { status } = await client.ask(`/api/v2${path}`, {
      method: 'POST',
      headers,
      body: fields,
    });
    assert.ok([401, 422].includes(status), `${path} ${status}`);
  }
}

/** A reset link that sets no password any more. */
async function expectUsed({ client }: Site, link: string): Promise<void> {
  const { status, headers } = await client.ask(link);
  assert.deepEqual([status, headers.location], [303, '/']);
}

for (const engine of ENGINES) {
  test(`${engine}: a copied session is over with signing out, a new password, a deletion; nothing typed is lost`, async (t) => {
    const site = await openSite(t, engine);
    const out = await robbed(site);
    await site.client.ask('/logout', { headers: { Cookie: out.owner.cookie } });
    await expectOver(site, out.owner);
    assert.equal(await accountStatus(site, out.thief.cookie), 200, 'signing out ends this session, not the others');
    const changed = await robbed(site);
    const change = { currentp: PASSWORD, newp: NEW, newp2: NEW };
    assert.equal((await changed.owner.post('/account/password', change)).status, 303);
    await expectOver(site, changed.thief);
    await expectOver(site, changed.owner);
    const gone = await robbed(site);
    const deletion = { confirmation: PASSWORD, tabindex: 'destroy' };
    assert.equal((await gone.owner.post('/account/destroy', deletion)).status, 303);
    await expectOver(site, gone.thief);
    site.clock.advance(1); // see src/features/accounts/epoch.ts
    await signUp(site.client, gone.address);
    await expectOver(site, gone.thief);
  });

  test(`${engine}: what a thief has made in the meantime ends with the new password: sessions, API token, reset links`, async (t) => {
    const server = await startSmtpServer();
    t.after(() => server.stop());
    const site = await openSite(t, engine, { mailServer: server, env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' } });
    const { address, thief } = await robbed(site);
    const made = jsonOf(await thief.call('/account/apitoken', {}));
    const token = { Authorization: `Basic ${Buffer.from(`${address}:${made.record.apitoken}`).toString('base64')}` };
    assert.equal((await site.client.ask('/api/v2/account', { headers: token })).status, 200);
    const [first, second] = [await mailedLink(site, server, address), await mailedLink(site, server, address)];
    const reset = await openForm(site.client, second);
    assert.equal((await reset.post(second, { newp: NEW, newp2: NEW })).status, 303);
    await expectOver(site, thief);
    assert.equal((await site.client.ask('/api/v2/account', { headers: token })).status, 401);
    for (const link of [first, second]) await expectUsed(site, link);
    const owner = await signedIn(site.client, address, '/account', NEW);
    site.clock.advance(1000); // as many mails as may be sent at once are out
    const third = await mailedLink(site, server, address);
    const change = { currentp: NEW, newp: PASSWORD, newp2: PASSWORD };
    assert.equal((await owner.post('/account/password', change)).status, 303);
    await expectUsed(site, third);
  });

  test(`${engine}: a session of the thief's own, planted before signing in, is neither taken over nor left alive`, async (t) => {
    const site = await openSite(t, engine);
    const [victim, thief] = [await robbed(site), await robbed(site)];
    const planted = thief.owner.cookie.split('; ').find((pair) => pair.startsWith('sess=')) ?? '';
    const form = await openForm(site.client, '/account/settings', planted);
    const answer = await form.post('/signin', { u: victim.address, p: PASSWORD });
    const fresh = cookiesSet(answer).find((pair) => pair.startsWith('sess=')) ?? '';
    assert.notEqual(fresh, planted);
    const who = jsonOf(await site.client.ask('/api/v2/authcheck', { headers: { Cookie: fresh } }));
    assert.equal(who.custid, victim.address);
    assert.equal(await accountStatus(site, planted), 401, 'the one that was replaced is over');
  });
}

/** With mail, so that there is a form for a reset; none is ever sent. */
const mail = { HUSHLINK_MAIL_SMTP: 'smtp://127.0.0.1:9', HUSHLINK_MAIL_FROM: 'no-reply@hush.example.org' };
const site = await openSite({ after }, 'SQLite', { env: { ...mail, HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' } });

test('credentials that a browser sends to a proxy by itself stand in for no token on a page', async () => {
  const { owner, address } = await robbed(site);
  const basic = { Authorization: `Basic ${Buffer.from('proxy:password').toString('base64')}` };
  const forged = { shrimp: '', currentp: PASSWORD, newp: NEW, newp2: NEW, confirmation: PASSWORD, tabindex: 'destroy' };
  for (const path of ['/account/password', '/account/apitoken', '/account/destroy', '/settings', '/logout']) {
    const { status } = await owner.post(path, { ...forged, locale: 'en' }, basic);
    assert.equal(status, 422, path);
  }
  const shared = await owner.post('/dashboard', { shrimp: '', secret: typed, kind: 'share' }, basic);
  assert.equal(shared.status, 422);
  assert.match(shared.body.toString(), /typed for an hour/);
  const customer = await site.store.accounts.find(address as CustId);
  assert.deepEqual([customer?.apiTokenHash, await accountStatus(site, owner.cookie)], [null, 200]);
});

test('forms refused for a missing, old or foreign token, or for coming from another site, keep what was typed [CSRF-07]', async () => {
  const [mine, theirs] = [await robbed(site), await robbed(site)];
  const old = await signedIn(site.client, mine.address, '/dashboard');
  const wrong = ['', 'nonsense', theirs.owner.shrimp, `${old.shrimp}x`];
  const send = (form: Form, shrimp: string, headers = {}) =>
    form.post('/dashboard', { shrimp, kind: 'share', secret: typed, ttl: '3600' }, headers);
  for (const shrimp of wrong) {
    const refused = await send(old, shrimp);
    assert.equal(refused.status, 422);
    assert.match(refused.body.toString(), /Your form was too old[\s\S]*typed for an hour/);
    const fields = { shrimp, u: mine.address, p: PASSWORD, msg: typed, email: 'a@example.org' };
    for (const path of ['/signin', '/signup', '/forgot', '/feedback']) {
      const again = await old.post(path, fields);
      assert.equal(again.status, 422, path);
      const kept = path === '/feedback' ? 'typed for an hour' : mine.address;
      assert.ok(again.body.includes(kept), path);
      assert.ok(!again.body.includes(PASSWORD), path);
    }
  }
  for (const from of ['cross-site', 'same-site']) {
    const crossed = await send(old, old.shrimp, { 'Sec-Fetch-Site': from });
    assert.equal(crossed.status, 422, from);
    assert.equal(crossed.headers['set-cookie'], undefined, 'nothing is set for a stranger');
  }
  const [first, second] = [
    await openForm(site.client, '/dashboard', old.cookie),
    await openForm(site.client, '/dashboard', old.cookie),
  ];
  for (const tab of [second, first])
    assert.equal((await send(tab, tab.shrimp)).status, 303, 'two tabs live side by side');
  site.clock.advance(12 * 3_600_000);
  const stale = await send(first, first.shrimp);
  assert.equal(stale.status, 422);
  assert.match(stale.body.toString(), /Your form was too old[\s\S]*typed for an hour/);
});

test('no guessed or altered cookie is a session: by length, by letter, by another’s signature', async () => {
  const [mine, theirs] = [await robbed(site), await robbed(site)];
  const sessOf = ({ cookie }: Form) => decodeURIComponent(/sess=([^;]+)/.exec(cookie)?.[1] ?? '').slice(2);
  const [[id = '', mac = ''], [otherId = '']] = [sessOf(mine.owner).split('.'), sessOf(theirs.owner).split('.')];
  assert.ok(id.length >= 32, 'no less than 192 bits');
  const values = [`s:${otherId}.${mac}`, `s:${id}.${mac.slice(1)}`, `s:${id}.${mac.toLowerCase()}`, `j:{"id":"${id}"}`];
  for (const value of [
    ...values,
    id,
    `${id}.${mac}`,
    `s:${id.toUpperCase()}.${mac}`,
    `s:${'a'.repeat(4000)}.b`,
    's:../..',
  ]) {
    assert.equal(await accountStatus(site, `sess=${encodeURIComponent(value)}`), 401, value.slice(0, 50));
  }
  assert.equal(await accountStatus(site, mine.owner.cookie), 200);
});

async function mailedLink(
  { client, mail }: Site,
  server: Awaited<ReturnType<typeof startSmtpServer>>,
  address: string,
) {
  const form = await openForm(client, '/forgot');
  assert.equal((await form.post('/forgot', { u: address })).status, 303);
  await mail.postman.deliverDue();
  const links = server.mails.map(({ parsed }) => /\/forgot\/[0-9a-z]{31}/.exec(String(parsed.text))?.[0]);
  return String(links.findLast((link) => link !== undefined));
}
