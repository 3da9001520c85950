import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { PLANS_ON } from '../../support/plans.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOn, readAs } from '../accounts/people.ts';

const mailServer = await startSmtpServer();
after(() => mailServer.stop());
const VERIFIED = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
const open = (env: Readonly<Record<string, string>>) =>
  createTestApp(
    { after },
    {
      hasLightPassphrases: true,
      mailServer,
      env: { ...VERIFIED, ...PLANS_ON, HUSHLINK_MAIL_LINKS_PER_DAY: '10', ...env },
    },
  );
const [free, paid] = [open({}), open({ HUSHLINK_PLANS_BASIC_EMAIL: 'false' })];
const mailed = { secret: 'x', recipient: ['friend@example.org'] };

/** How many mails with a link wait or have gone. */
const sent = async (site: typeof free) => {
  await site.mail.postman.deliverDue();
  return mailServer.mails.filter(({ to }) => to.includes('friend@example.org')).length;
};

test('a visitor cannot have a link mailed, by form or API; somebody with a free account can [GEN-04]', async () => {
  const { body } = await apiOf(free).conceal(mailed).expect(422);
  assert.deepEqual([body.error_type, body.field], ['FormError', 'recipient']);
  const visitor = visitorOf(free);
  assert.doesNotMatch((await visitor.open('/')).text, /name="recipient/);
  const refused = await visitor.submit('/', { kind: 'share', secret: 'x', 'recipient[]': 'friend@example.org' });
  assert.equal(refused.status, 422);
  assert.equal(await sent(free), 0);
  const customer = await customerOn(free, 'basic');
  assert.match((await customer.open('/dashboard')).text, /name="recipient/);
  assert.equal((await callAs(free, customer, '/secret/conceal', mailed)).status, 200);
  const { status } = await customer.submit('/dashboard', { secret: 'x', 'recipient[]': 'friend@example.org' });
  assert.equal(status, 303);
  assert.equal(await sent(free), 2);
});

test('where the plan sends no links the form has no field for it, and the server refuses it and says why [GEN-04 CRE-17]', async () => {
  const before = await sent(paid);
  const customer = await customerOn(paid, 'basic');
  for (const fields of [mailed, { ...mailed, kind: 'generate', secret: '' }, { secret: mailed }]) {
    const { status, body } = await callAs(paid, customer, '/secret/conceal', fields);
    assert.deepEqual([status, body.error_type, body.field], [422, 'PlanLimit', 'recipient']);
    assert.match(body.message, /sends no links by e-mail.*\/pricing/);
  }
  assert.doesNotMatch((await customer.open('/dashboard')).text, /name="recipient/);
  const form = await customer.submit('/dashboard', { secret: 'typed', 'recipient[]': 'friend@example.org' });
  assert.equal(form.status, 422);
  assert.match(form.text, /Your plan sends no links by e-mail\./);
  assert.equal(customer.textArea(), 'typed');
  assert.equal(await sent(paid), before);
  assert.equal((await readAs(paid, customer, '/authcheck')).body.record.secrets_created, 0);
});

test('a plan that sends links does so on the same site [GEN-04]', async () => {
  const before = await sent(paid);
  const customer = await customerOn(paid, 'identity');
  assert.match((await customer.open('/dashboard')).text, /name="recipient/);
  assert.equal((await callAs(paid, customer, '/secret/conceal', mailed)).status, 200);
  assert.equal(await sent(paid), before + 1);
});
