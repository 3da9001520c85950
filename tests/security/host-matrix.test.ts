import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { type Answer, type Client, jsonOf, type Shared } from '../durability/client.ts';
import { memberOf, openDomainSite, prove, tagOf, under } from '../features/domains/stage.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { expectNoEvil, FORGERIES, namesForger } from './forgeries.ts';
import { PEOPLE_API, PEOPLE_PAGES } from './provoked-people.ts';
import { openForm, PASSWORD, signedIn } from './stores.ts';

const SUPPORT = 'support@example.org';
const NAMES = ['hush.example', 'secrets.example.com'] as const;
const smtp = await startSmtpServer();
after(() => smtp.stop());
const env = {
  HUSHLINK_INCOMING_RECIPIENT: SUPPORT,
  HUSHLINK_INCOMING_PER_HOUR: '1000',
  HUSHLINK_MAIL_LINKS_PER_DAY: '1000',
};
const site = await openDomainSite(
  { after },
  { mailServer: smtp, env: { ...env, HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' } },
);
const member = await memberOf(site);
await prove(site, 'secrets.example.com', { ownerTag: await tagOf(site, member.address), hasHome: true });

/** Every address that is known, with keys that are. */
function pathsOf({ secretKey, metadataKey }: Shared): string[] {
  const keyed = [
    `/secret/${secretKey}`,
    `/secret/${secretKey}/burn`,
    `/private/${metadataKey}`,
    `/private/${metadataKey}/burn`,
  ];
  const apis = [`/secret/${secretKey}`, `/secret/${secretKey}/status`, `/private/${metadataKey}`, ...PEOPLE_API];
  const facts = ['/status', '/version', '/supported-locales', '/validate-shrimp', '/nowhere'];
  const pages = ['/', '/nowhere', '/incoming', ...PEOPLE_PAGES.filter((path) => path !== '/logout'), ...keyed];
  return [...pages, ...[...apis, ...facts].map((path) => `/api/v2${path}`)];
}

test('whatever a request claims, no answer under any of our names holds a foreign one, signed in or out', async () => {
  for (const name of NAMES) {
    const client = under(site, name);
    for (const headers of FORGERIES) {
      const keys = await client.share('x');
      for (const cookie of ['', member.cookie]) {
        const answers = await askAll(client, pathsOf(keys), { ...headers, ...(cookie !== '' && { Cookie: cookie }) });
        expectNoEvil(answers);
        expectOwnLinks(answers);
      }
    }
  }
});

test('no form and no call under any of our names leads anywhere else, whatever else it claims', async () => {
  for (const name of NAMES) {
    const client = under(site, name);
    for (const headers of FORGERIES) {
      const form = await openForm(client, '/');
      const created = await form.post('/', { kind: 'share', secret: 'x', ttl: '3600' }, headers);
      assert.equal(created.status, 303);
      const concealed = await client.ask('/api/v2/secret/conceal', { method: 'POST', headers, body: { secret: 'x' } });
      const { share_url, metadata_url } = jsonOf(concealed).record.metadata;
      for (const link of [share_url, metadata_url]) assert.equal(new URL(link).origin, `https://${name}`);
      const { location } = created.headers;
      const [sender, recipient] = [
        await openForm(client, `${location}/burn`),
        await openForm(client, new URL(share_url).pathname),
      ];
      const answers = [
        ...[created, concealed],
        await sender.post(`${location}/burn`, { continue: 'true' }, headers),
        await recipient.post(new URL(share_url).pathname, { continue: 'true' }, headers),
        await form.post('/', { kind: 'share', secret: '', ttl: '1' }, headers),
      ];
      expectNoEvil(answers);
      expectOwnLinks(answers);
      for (const answer of answers) assert.match(String(answer.headers.location ?? '/'), /^\/(?!\/)/);
    }
  }
});

test('the workspace writes no foreign name into what it keeps or answers', async () => {
  for (const [at, headers] of FORGERIES.entries()) {
    const own = await memberOf(site);
    const domain = `d${at}.example.net`;
    const answers = [
      await own.post('/account/domains/add', { domain }, headers),
      await own.call('/account/domains/add', { domain: `api-${domain}` }, headers),
      await own.post(`/account/domains/${domain}/remove`, {}, headers),
      await own.call(`/account/domains/api-${domain}/remove`, {}, headers),
      await own.post('/account/domains/add', { domain: 'no name' }, headers),
      await own.post('/dashboard', { kind: 'share', secret: 'x', ttl: '3600' }, headers),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 200, 303, 200, 422, 303],
    );
    expectNoEvil(answers);
    expectOwnLinks(answers);
  }
});

test('every mail has links of the site or of the chosen domain and names no other host', async (t) => {
  const verifying = await openDomainSite(t, { mailServer: smtp, env });
  const before = smtp.mails.length;
  for (const [at, headers] of FORGERIES.entries()) {
    const [address, reader] = [`mailed${at}@example.org`, `reader${at}@example.org`];
    const form = await openForm(verifying.client, '/signup');
    const signUp = () => form.post('/signup', { u: address, p: PASSWORD, agree: 'on' }, headers);
    await signUp();
    await verifying.store.accounts.verify(address as CustId, { isMailProven: true, epoch: null });
    await signUp();
    await form.post('/forgot', { u: address }, headers);
    const own = await signedIn(verifying.client, address, '/dashboard');
    const domain = `chosen${at}.example.com`;
    await prove(verifying, domain, { ownerTag: await tagOf(verifying, address) });
    const link = { kind: 'share', secret: 'x', ttl: '3600', recipient: reader };
    await own.post('/dashboard', link, headers);
    await own.post('/dashboard', { ...link, share_domain: domain }, headers);
    const change = { currentp: PASSWORD, newp: 'a new password', newp2: 'a new password' };
    await own.post('/account/password', change, headers);
    const support = await openForm(verifying.client, '/incoming');
    await support.post('/incoming', { kind: 'share', secret: 'details', ticketno: `ticket-${at}` }, headers);
    await verifying.mail.postman.deliverDue();
    const mails = smtp.mails
      .slice(before)
      .filter(
        ({ to, parsed }) =>
          [address, reader].some((one) => to.includes(one)) ||
          (to.includes(SUPPORT) && String(parsed.text).includes(`ticket-${at}`)),
      );
    assert.equal(mails.length, 7, JSON.stringify(headers));
    for (const { raw, parsed } of mails) {
      assert.ok(!namesForger(raw), raw);
      const links = `${parsed.text} ${parsed.html}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
      assert.ok(links.length > 0);
      for (const link of links)
        assert.ok([`https://${domain}`, 'https://hush.example'].includes(new URL(link).origin), link);
    }
    const chosen = mails.filter(({ parsed }) => String(parsed.text).includes(`https://${domain}/secret/`));
    assert.equal(chosen.length, 1, 'the one that was shared for it');
  }
});

async function askAll(client: Client, paths: readonly string[], headers: Record<string, string>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const path of paths) {
    const answer = await client.ask(path, { headers });
    assert.ok(answer.status < 400 || [401, 404, 405].includes(answer.status), `${path} ${answer.status}`);
    answers.push(answer);
  }
  return answers;
}

/** Every address in these answers that names a host names one of ours, besides that of a vocabulary. */
function expectOwnLinks(answers: readonly Answer[]): void {
  const ours = [...NAMES, 'www.w3.org'] as string[];
  for (const { headers, body } of answers) {
    const text = `${body} ${JSON.stringify(headers)}`;
    for (const [, host = ''] of text.matchAll(/(?:https?:)?\\?\/\\?\/([\w.-]+\.[a-z]{2,})/g))
      assert.ok(ours.includes(host), host);
  }
}
