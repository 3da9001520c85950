import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { PASSWORD } from '../../security/stores.ts';
import { addDomain, memberOf, openDomainSite, tagOf } from './stage.ts';

const DELETION = { confirmation: PASSWORD, tabindex: 'destroy' };
const away = async () => {
  throw new StoreUnavailable('away', { cause: new Error('the disk is full') });
};

test('an account whose domains cannot be taken away now stays with them, and says to come back', async () => {
  const site = await openDomainSite({ after }, {});
  const member = await memberOf(site);
  await addDomain(member, 'mine.example.com');
  const tag = await tagOf(site, member.address);
  const { removeAll } = site.store.domains;
  Object.assign(site.store.domains, { removeAll: away });
  assert.equal((await member.call('/account/destroy', DELETION)).status, 503);
  assert.equal(await site.store.domains.count(tag), 1);
  Object.assign(site.store.domains, { removeAll });
  assert.equal((await member.call('/account/destroy', DELETION)).status, 200);
  assert.equal(await site.store.domains.count(tag), 0);
});

test('an account that got another password while the old one was looked at stays, with its domains', async () => {
  const site = await openDomainSite({ after }, {});
  const member = await memberOf(site);
  await addDomain(member, 'mine.example.com');
  const tag = await tagOf(site, member.address);
  const { accounts, attempts } = site.store;
  const { begin } = attempts;
  Object.assign(attempts, {
    begin: async (...asked: Parameters<typeof begin>) => {
      const known = await accounts.find(member.address as CustId);
      await accounts.rehash(member.address as CustId, { from: known?.passwordHash ?? '', to: 'another' });
      return begin(...asked);
    },
  });
  assert.equal((await member.call('/account/destroy', DELETION)).status, 422);
  assert.notEqual(await accounts.find(member.address as CustId), null);
  assert.equal(await site.store.domains.count(tag), 1);
});

test('domains go with an account also when its secrets cannot be given up at that moment', async () => {
  const site = await openDomainSite({ after }, {});
  const member = await memberOf(site);
  await addDomain(member, 'mine.example.com');
  const tag = await tagOf(site, member.address);
  Object.assign(site.store.secrets, { disown: away });
  assert.equal((await member.call('/account/destroy', DELETION)).status, 200);
  assert.equal(await site.store.domains.count(tag), 0);
  // The operator learns what was left.
  const told = site.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'account');
  assert.deepEqual(
    told.map(({ cause }) => cause.message),
    ['the disk is full'],
  );
});

test('while the store is away the support form under a name nobody knows is 503 like everything else', async () => {
  const mail = { HUSHLINK_MAIL_SMTP: 'smtp://127.0.0.1:9', HUSHLINK_MAIL_FROM: 'a@example.org' };
  const site = await openDomainSite(
    { after },
    { env: { HUSHLINK_INCOMING_RECIPIENT: 'support@example.org', ...mail } },
  );
  Object.assign(site.store.domains, { findServed: away });
  const headers = { Host: 'who.example.net', 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await site.client.ask('/incoming', { method: 'POST', headers, body: 'secret=a&ticketno=1' });
  assert.equal(answer.status, 503);
  assert.doesNotMatch(site.logged.join(''), /TypeError/);
});
