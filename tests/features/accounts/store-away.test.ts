import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';

const mailServer = await startSmtpServer();
after(() => mailServer.stop());

const who = { u: 'robin@example.com' };
const newcomer = { ...who, p: 'nobody reads this', agree: 'on' };
const ticked = (name: string) => new RegExp(`<input type="checkbox"[^>]* name="${name}"[^>]* checked=""`);

const forms = [
  {
    ...{
      path: '/signin?redirect=%2Frecent',
      action: '/signin',
      fields: { ...who, p: newcomer.p, 'remember-me': 'on' },
    },
    keeps: [ticked('remember-me'), /name="redirect" value="\/recent"/],
  },
  { path: '/signup', action: '/signup', fields: newcomer, keeps: [ticked('agree')] },
  {
    ...{ path: '/signup/identity', action: '/signup/identity', fields: newcomer },
    keeps: [ticked('agree'), /action="\/signup\/identity/],
  },
  { path: '/forgot', action: '/forgot', fields: who, keeps: [] },
];
for (const { path, action, fields, keeps } of forms) {
  test(`while the store is away ${path} comes back as it was sent, but for the password`, async (t) => {
    const site = createTestApp(t, { hasLightPassphrases: true, mailServer });
    const visitor = visitorOf(site);
    await visitor.open(path);
    await site.store.close();
    const refused = await visitor.submit(action, fields);
    assert.equal(refused.status, 503);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    for (const kept of [/nothing was changed\. Please try again/, /value="robin@example\.com"/, ...keeps]) {
      assert.match(refused.text, kept);
    }
    assert.doesNotMatch(refused.text, /nobody reads this/);
  });
}

test('what is no code of a plan has no form to come back, either', async (t) => {
  const site = createTestApp(t, { env: { HUSHLINK_LIMITS_ENABLED: 'true', HUSHLINK_LIMITS_PER_ADDRESS_ACCOUNT: '1' } });
  const visitor = visitorOf(site);
  for (const status of [404, 429]) {
    const refused = await visitor.send('/signup/no%20code', newcomer);
    assert.equal(refused.status, status);
    assert.doesNotMatch(refused.text, /<form/);
  }
});
