import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf } from '../../durability/client.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { memberOf, openDomainSite, prove, tagOf, under } from './stage.ts';

const smtp = await startSmtpServer();
after(() => smtp.stop());
const site = await openDomainSite({ after }, { mailServer: smtp, env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' } });
const owner = await memberOf(site);
const ownerTag = await tagOf(site, owner.address);
await prove(site, 'secrets.example.com', { ownerTag });
await prove(site, 'xn--bcher-kva.example.com', { ownerTag });
const ORIGIN = 'https://secrets.example.com';

const conceal = (fields: object) => owner.call('/secret/conceal', { kind: 'share', secret: 'x', ...fields });
const read = async (metadataKey: string) => jsonOf(await owner.read(`/private/${metadataKey}`)).record;

/** What the owner can choose a domain from in the form of the dashboard. */
async function offeredOn({ client }: Pick<typeof site, 'client'>): Promise<(string | undefined)[]> {
  const { status, body } = await client.ask('/dashboard', { headers: { Cookie: owner.cookie } });
  assert.equal(status, 200);
  const form = /<form[^>]* action="\/dashboard".*?<\/form>/s.exec(body.toString())?.[0] ?? '';
  assert.match(form, /name="secret"/);
  const list = /<select[^>]* name="share_domain".*?<\/select>/s.exec(form)?.[0] ?? '';
  return [...list.matchAll(/<option value="([^"]*)"/g)].map(([, name]) => name);
}

test('a link leads to the chosen domain, in the answer, on the private page and when it is read again [GEN-03 CRE-29 META-01]', async () => {
  const { record } = jsonOf(await conceal({ share_domain: 'secrets.example.com' }));
  const [secretKey, metadataKey] = [record.secret.key, record.metadata.key];
  const link = `${ORIGIN}/secret/${secretKey}`;
  assert.deepEqual([record.share_domain, record.metadata.share_url], ['secrets.example.com', link]);
  // What is the sender's alone stays where the sender is.
  assert.equal(record.metadata.metadata_url, `https://hush.example/private/${metadataKey}`);
  assert.equal((await read(metadataKey)).share_url, link);
  const page = (await site.client.ask(`/private/${metadataKey}`)).body.toString();
  assert.ok(page.includes(link));
  assert.ok(!page.includes(`hush.example/secret/${secretKey}`));
  assert.equal((await under(site, 'secrets.example.com').ask(`/secret/${secretKey}`)).status, 200);
});

test('the form of the dashboard takes the domain too, without JavaScript [CRE-29]', async () => {
  const created = await owner.post('/dashboard', {
    kind: 'share',
    secret: 'x',
    ttl: '3600',
    share_domain: 'secrets.example.com',
  });
  assert.equal(created.status, 303);
  const { share_url } = await read(String(created.headers.location).slice('/private/'.length));
  assert.ok(share_url.startsWith(`${ORIGIN}/secret/`));
});

test('the form of the dashboard offers the proven domains, and none where the site has no custom domains any more [CRE-08]', async (t) => {
  const { store, seal, clock } = site;
  const plain = await openDomainSite(t, { store, seal, clock, env: { HUSHLINK_DOMAINS_ENABLED: 'false' } });
  assert.deepEqual(await offeredOn(site), ['hush.example', 'secrets.example.com', 'xn--bcher-kva.example.com']);
  assert.deepEqual(await offeredOn(plain), []);
});

test('a name is taken as people write it and as DNS has it, and kept as DNS has it [CRE-29]', async () => {
  for (const share_domain of [
    'bücher.example.com',
    'BÜCHER.example.com',
    'xn--bcher-kva.example.com',
    'XN--BCHER-KVA.example.com.',
  ]) {
    const { record } = jsonOf(await conceal({ share_domain }));
    assert.equal(record?.share_domain, 'xn--bcher-kva.example.com', share_domain);
    assert.ok(record.metadata.share_url.startsWith('https://xn--bcher-kva.example.com/secret/'));
  }
});

test('the mail to a recipient has the link of the chosen domain, and names no other host', async () => {
  const { record } = jsonOf(await conceal({ share_domain: 'secrets.example.com', recipient: 'reader@example.org' }));
  await site.mail.postman.deliverDue();
  const mail = smtp.mails.findLast(({ to }) => to.includes('reader@example.org'));
  assert.ok(String(mail?.parsed.text).includes(`${ORIGIN}/secret/${record.secret.key}`));
  assert.ok(!String(mail?.parsed.text).includes('https://hush.example'));
});

test('somebody else’s domain, one that is not proven, and one that nobody has cannot be chosen [CRE-11]', async () => {
  await prove(site, 'others.example.com', { hasHome: true });
  await owner.call('/account/domains/add', { domain: 'unproven.example.com' });
  for (const share_domain of [
    'others.example.com',
    'unproven.example.com',
    'nobody.example.com',
    'evil.example',
    'secrets.example.com@evil.example',
  ]) {
    const { status, body, headers } = await conceal({ share_domain });
    assert.deepEqual([status, jsonOf({ status, body, headers }).field], [422, 'share_domain'], share_domain);
  }
  const anonymous = await site.client.post('/secret/conceal', { secret: 'x', share_domain: 'secrets.example.com' });
  assert.equal(anonymous.status, 422, 'nor anybody’s by who is not signed in');
  for (const share_domain of ['', 'hush.example', 'HUSH.EXAMPLE', 'hush.example.']) {
    const { record } = jsonOf(await conceal({ share_domain }));
    assert.equal(record?.share_domain, 'hush.example', share_domain);
  }
});

test('with the domain gone a link leads to the site, where the secret still is', async () => {
  await prove(site, 'brief.example.com', { ownerTag });
  const { record } = jsonOf(await conceal({ share_domain: 'brief.example.com' }));
  assert.equal((await owner.call('/account/domains/brief.example.com/remove', {})).status, 200);
  const { share_url, share_domain } = await read(record.metadata.key);
  assert.deepEqual(
    [share_url, share_domain],
    [`https://hush.example/secret/${record.secret.key}`, 'brief.example.com'],
  );
  assert.equal((await site.client.ask(`/secret/${record.secret.key}`)).status, 200);
  assert.ok((await site.client.ask(`/private/${record.metadata.key}`)).body.includes(share_url));
});

test('on a site with a port the links of its domains have it, and are served there', async (t) => {
  const ported = await openDomainSite(t, { env: { HUSHLINK_SITE_HOST: 'hush.example:8443' } });
  await prove(ported, 'secrets.example.com', { hasHome: true });
  const client = under(ported, 'secrets.example.com:8443');
  const { secretKey, metadataKey } = await client.share('x');
  const { record } = jsonOf(await client.ask(`/api/v2/private/${metadataKey}`));
  assert.equal(record.share_url, `https://secrets.example.com:8443/secret/${secretKey}`);
  for (const host of ['secrets.example.com', 'secrets.example.com:443', 'secrets.example.com:8444', 'hush.example']) {
    assert.equal((await under(ported, host).ask('/')).status, 421, host);
  }
});

test('page globals hold the proven domains of the customer, and count all of them [API-35 SHELL-31]', async () => {
  const member = await memberOf(site);
  await prove(site, 'globals.example.com', { ownerTag: await tagOf(site, member.address) });
  await member.call('/account/domains/add', { domain: 'later.example.com' });
  const page = (await site.client.ask('/dashboard', { headers: { Cookie: member.cookie } })).body.toString();
  assert.match(page, /"custom_domains":\["globals\.example\.com"\]/);
  assert.match(page, /"custom_domains_record_count":2/);
});
