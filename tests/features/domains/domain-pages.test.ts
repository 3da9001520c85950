import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDnsResponder } from '../../support/dns-responder.ts';
import { addDomain, type Member, memberOf, openDomainSite } from './stage.ts';

const dns = await startDnsResponder({ after }, () => null);
const site = await openDomainSite(
  { after },
  { env: { HUSHLINK_DOMAINS_RESOLVERS: dns.address, HUSHLINK_DOMAINS_DNS_TIMEOUT: '1' } },
);

const LIST = '/account/domains';
const look = (path: string, { cookie }: Pick<Member, 'cookie'>) =>
  site.client.ask(path, { headers: { Cookie: cookie } });
/** What the page was drawn from, as its island takes it over. */
const text = (answer: { body: Buffer }) => answer.body.toString();

test('without JavaScript a domain is added by a form, which leads to its steps [DOM-06 DOM-09]', async () => {
  const member = await memberOf(site);
  assert.equal((await look(`${LIST}/add`, member)).status, 200);
  const added = await member.post(`${LIST}/add`, { domain: 'Secrets.Example.com' });
  assert.deepEqual([added.status, added.headers.location], [303, `${LIST}/secrets.example.com/verify?notice=added`]);
  const steps = await look(String(added.headers.location), member);
  assert.equal(steps.status, 200);
  assert.ok(text(steps).includes('_hush-challenge.secrets'));
  assert.ok(text(steps).includes('Domain added successfully.'));
});

test('a name in another script is a path that every browser can follow [DOM-09]', async () => {
  const member = await memberOf(site);
  const { status, headers } = await member.post(`${LIST}/add`, { domain: 'bücher.example.com' });
  assert.deepEqual([status, headers.location], [303, `${LIST}/b%C3%BCcher.example.com/verify?notice=added`]);
  const steps = await look(String(headers.location), member);
  assert.equal(steps.status, 200);
  assert.ok(text(steps).includes('bücher.example.com'));
});

test('a refused name comes back in its form, with the reason [DOM-12]', async () => {
  const member = await memberOf(site);
  const refused = await member.post(`${LIST}/add`, { domain: 'not a <domain>' });
  assert.equal(refused.status, 422);
  assert.ok(text(refused).includes('Not a valid domain address.'));
  assert.ok(text(refused).includes('not a &lt;domain&gt;'));
});

test('a check is asked for by a form and comes back to the steps, even if DNS is silent [DOM-31]', async () => {
  const member = await memberOf(site);
  await addDomain(member, 'silent.example.com');
  site.clock.advance(30_000);
  const asked = await member.post(`${LIST}/silent.example.com/verify`, {});
  assert.deepEqual([asked.status, asked.headers.location], [303, `${LIST}/silent.example.com/verify?notice=verifying`]);
  assert.ok(text(await look(String(asked.headers.location), member)).includes('Domain verification initiated'));
  const early = await member.post(`${LIST}/silent.example.com/verify`, {});
  assert.deepEqual([early.status, early.headers['retry-after']], [429, '30']);
  assert.ok(text(early).includes('in 30 seconds'));
});

test('a domain is removed by a form, and the list says so [DOM-05]', async () => {
  const member = await memberOf(site);
  await addDomain(member, 'removed.example.com');
  assert.ok(text(await look(LIST, member)).includes('removed.example.com'));
  const removed = await member.post(`${LIST}/removed.example.com/remove`, {});
  assert.deepEqual([removed.status, removed.headers.location], [303, `${LIST}?notice=removed`]);
  const list = await look(String(removed.headers.location), member);
  assert.ok(text(list).includes('Domain removed successfully'));
  assert.ok(!text(list).includes('removed.example.com'));
  assert.equal((await member.post(`${LIST}/removed.example.com/remove`, {})).status, 404);
});

test('looking at pages and asking by GET changes nothing', async () => {
  const member = await memberOf(site);
  await addDomain(member, 'still.example.com');
  const remove = await look(`${LIST}/still.example.com/remove`, member);
  assert.deepEqual([remove.status, remove.headers.location], [303, LIST]);
  for (const path of ['', '/add', '/still.example.com/verify']) {
    assert.equal((await look(`${LIST}${path}?notice=removed`, member)).status, 200, path);
  }
  assert.ok(text(await look(LIST, member)).includes('still.example.com'));
});

test('a form without its token is drawn again and does nothing', async () => {
  const member = await memberOf(site);
  await addDomain(member, 'forged.example.com');
  site.clock.advance(30_000);
  for (const path of ['/add', '/forged.example.com/verify', '/forged.example.com/remove']) {
    const forged = await member.post(`${LIST}${path}`, { shrimp: 'stale', domain: 'more.example.com' });
    assert.equal(forged.status, 422, path);
    assert.ok(text(forged).includes('Your form was too old'), path);
  }
  const list = text(await look(LIST, member));
  assert.ok(list.includes('forged.example.com') && !list.includes('more.example.com'));
});

test('an address only says which notice is shown: a text in it is not', async () => {
  const member = await memberOf(site);
  for (const notice of ['Send+us+your+password', 'constructor', '__proto__']) {
    const looked = await look(`${LIST}?notice=${notice}`, member);
    assert.equal(looked.status, 200);
    const page = text(looked);
    assert.ok(!page.includes('your password') && !page.includes('[native code]'));
  }
});

test('others’ domains and absent ones are the same page that is not there [DOM-13]', async () => {
  const [owner, stranger] = [await memberOf(site), await memberOf(site)];
  await addDomain(owner, 'private.example.com');
  const pages = await Promise.all(
    ['private.example.com', 'absent.example.com'].map((name) => look(`${LIST}/${name}/verify`, stranger)),
  );
  for (const page of pages) assert.equal(page.status, 404);
  const [foreign, absent] = pages.map((page) => text(page).replaceAll(/[\w.-]*example\.com|"shrimp":"[^"]*"/g, ''));
  assert.equal(foreign, absent);
});

test('who is not signed in signs in first and comes back; a form leads to the list [DOM-01 DOM-06 DOM-13]', async () => {
  for (const path of [LIST, `${LIST}/add`, `${LIST}/a.example.com/verify`]) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers } = await site.client.ask(path, { method });
      assert.deepEqual([status, headers.location], [303, `/signin?redirect=${encodeURIComponent(path)}`], method);
    }
  }
  const { status, headers } = await site.client.ask(`${LIST}/add`, {
    method: 'POST',
    body: { domain: 'a.example.com' },
  });
  assert.deepEqual([status, headers.location], [303, `/signin?redirect=${encodeURIComponent(LIST)}`]);
});

test('where signing in is switched off they come home instead', async (t) => {
  const off = await openDomainSite(t, { env: { HUSHLINK_AUTHENTICATION_SIGNIN: 'false' } });
  for (const method of ['GET', 'POST']) {
    const { status, headers } = await off.client.ask(`${LIST}/add`, { method });
    assert.deepEqual([status, headers.location], [303, '/'], method);
  }
});
