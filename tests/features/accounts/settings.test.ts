import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf } from './people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });

test('the settings page changes the language by its form, for visitors too', async () => {
  const visitor = visitorOf(site);
  assert.equal((await visitor.open('/account/settings')).status, 200);
  const saved = await visitor.submit('/settings', { locale: 'en' });
  assert.deepEqual([saved.status, saved.headers.location], [303, '/account/settings']);
  assert.match(visitor.cookies(), /locale=en/);
  for (const [redirect, location] of [
    ['//evil.example', '/account/settings'],
    ['/signup', '/signup'],
  ] as const) {
    await visitor.open('/account/settings');
    assert.equal((await visitor.submit('/settings', { locale: 'en', redirect })).headers.location, location);
  }
});

test('a language that is not there is refused in words, and nothing is set [ERR-05]', async () => {
  const visitor = visitorOf(site);
  await visitor.open('/account/settings');
  for (const locale of ['tlh', '../../etc/passwd', '', '__proto__']) {
    const refused = await visitor.submit('/settings', { locale });
    assert.equal(refused.status, 422, locale);
    assert.match(refused.text, /This language is not available here\./);
    const { body } = await apiOf(site).post('/account/update-locale', { locale }).expect(422);
    assert.deepEqual([body.message, body.field], ['This language is not available here.', 'locale']);
  }
  assert.doesNotMatch(visitor.cookies(), /locale=/);
});

test('settings that come without a language leave the language alone', async () => {
  const visitor = await customerOf(site);
  await callAs(site, visitor, '/account/update-locale', { locale: 'fr' });
  await visitor.open('/account/settings');
  const saved = await visitor.submit('/settings', { theme: 'dark' });
  assert.deepEqual([saved.status, saved.headers.location], [303, '/account/settings']);
  assert.doesNotMatch(visitor.cookies(), /locale=/);
  assert.equal((await site.store.accounts.find(visitor.address as CustId))?.locale, 'fr');
});

test('an anonymous visitor’s choice is a cookie alone; the answer says what it was before [API-02]', async () => {
  const answer = await apiOf(site)
    .post('/account/update-locale', { locale: 'he' })
    .set('Cookie', 'locale=fr')
    .expect(200);
  assert.deepEqual([answer.body.new_locale, answer.body.old_locale, answer.body.custid], ['he', 'fr', 'anon']);
  assert.match(String(answer.headers['set-cookie']), /^locale=he; Max-Age=\d+; Path=\/; Expires=[^;]+; SameSite=Lax$/);
});

test('a customer’s choice is kept with the account [API-02]', async () => {
  const visitor = await customerOf(site);
  const custid = visitor.address as CustId;
  assert.equal((await site.store.accounts.find(custid))?.locale, null);
  assert.equal((await callAs(site, visitor, '/account/update-locale', { locale: 'he' })).status, 200);
  assert.equal((await site.store.accounts.find(custid))?.locale, 'he');
});
