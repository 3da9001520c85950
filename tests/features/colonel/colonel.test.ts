import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf, freshAddress, readAs, signIn, signUp } from '../accounts/people.ts';

const mailServer = await startSmtpServer();
after(() => mailServer.stop());
const site = createTestApp({ after }, { hasLightPassphrases: true });
const DAY_MS = 86_400_000;

async function colonelOf(): Promise<Awaited<ReturnType<typeof customerOf>>> {
  const colonel = await customerOf(site);
  await site.store.accounts.setRole(colonel.address as CustId, 'colonel');
  return colonel;
}

test('the administrator’s page is for colonels; a customer finds nothing there, in pages and API [COL-01]', async () => {
  const [colonel, customer] = [await colonelOf(), await customerOf(site)];
  for (const path of ['/colonel', '/colonel/']) {
    assert.equal((await colonel.open(path)).status, 200);
    assert.equal((await customer.open(path)).status, 404);
    const { status, headers } = await visitorOf(site).open(path);
    assert.deepEqual([status, headers.location], [303, `/signin?redirect=${encodeURIComponent(path)}`]);
  }
  assert.equal((await readAs(site, colonel, '/colonel')).status, 200);
  assert.equal((await readAs(site, customer, '/colonel')).status, 404);
  assert.equal((await apiOf(site).get('/colonel')).status, 404);
});

test('the overview has every count, the customers, feedback and the facts of the store [COL-03 COL-06 API-21 API-42 API-43]', async () => {
  const colonel = await colonelOf();
  const { record } = (await readAs(site, colonel, '/colonel')).body;
  const names = [
    ...['session_count', 'secret_count', 'metadata_count', 'secrets_created', 'secrets_shared', 'emails_sent'],
    ...['feedback_count', 'today_feedback_count', 'yesterday_feedback_count', 'older_feedback_count'],
    ...['recent_customer_count', 'customer_count'],
  ];
  for (const name of names) assert.equal(typeof record.counts[name], 'number', name);
  const [newest] = record.recent_customers;
  const { created, stamp, ...customer } = newest;
  assert.deepEqual(customer, {
    ...{ custid: colonel.address, colonel: true, verified: true, planid: 'basic' },
    ...{ secrets_created: 0, secrets_shared: 0, emails_sent: 0 },
  });
  assert.match(stamp, /^\d{4}-\d\d-\d\d@\d\d:\d\d:\d\d UTC$/);
  assert.equal(created, Math.floor(site.clock.now() / 1000));
  assert.deepEqual([record.today_feedback, record.yesterday_feedback, record.older_feedback], [[], [], []]);
  assert.equal(record.redis_info.engine, 'sqlite');
  assert.equal(record.days.length, 14);
});

test('a customer’s plan is the one in force, given or paid for while that lasts [API-43]', async () => {
  const own = createTestApp({ after }, { hasLightPassphrases: true, env: { HUSHLINK_PLANS_ENABLED: 'true' } });
  const colonel = await customerOf(own);
  const custid = colonel.address as CustId;
  const { accounts, billing } = own.store;
  await accounts.setRole(custid, 'colonel');
  const planid = async () => (await readAs(own, colonel, '/colonel')).body.record.recent_customers[0].planid;
  assert.equal(await planid(), 'basic');
  await accounts.setPlan(custid, 'dedicated');
  assert.equal(await planid(), 'dedicated');
  const owner = (await accounts.find(custid))!;
  await billing.link(owner, 'cus_1');
  const untilMs = own.clock.now() + 60_000;
  const seen = { payers: [], subscriptions: [] };
  await billing.keep(owner, (await billing.beginLook(owner))!, {
    seen,
    paid: { planid: 'identity', untilMs },
    nextLookAtMs: untilMs,
  });
  assert.equal(await planid(), 'identity');
  own.clock.advance(59_999);
  assert.equal(await planid(), 'identity');
  own.clock.advance(1);
  assert.equal(await planid(), 'dedicated');
});

test('the counts are true after every step, and a session is active for five minutes [COL-03 COL-07 API-43]', async () => {
  const own = createTestApp({ after }, { hasLightPassphrases: true });
  const colonel = await customerOf(own);
  await own.store.accounts.setRole(colonel.address as CustId, 'colonel');
  const customer = await customerOf(own);
  const counts = async () => (await readAs(own, colonel, '/colonel')).body.record.counts;
  const { body } = await callAs(own, customer, '/secret/conceal', { secret: 'x' });
  await apiOf(own).share('anonymous');
  await apiOf(own).reveal(body.record.secret.key).expect(200);
  await callAs(own, customer, '/secret/conceal', { secret: 'nobody reads it' });
  const now = await counts();
  assert.deepEqual(
    [now.secrets_created, now.secrets_shared, now.secret_count, now.metadata_count, now.customer_count],
    [3, 1, 2, 3, 2],
  );
  assert.equal(now.session_count, 2);
  const found = (await readAs(own, colonel, '/colonel')).body.record.recent_customers;
  const row = found.find(({ custid }: { custid: string }) => custid === customer.address);
  assert.deepEqual([row.colonel, row.secrets_created, row.secrets_shared], [false, 2, 1]);
  own.clock.advance(5 * 60_000 - 1);
  assert.equal((await counts()).session_count, 2);
  own.clock.advance(2);
  assert.equal((await counts()).session_count, 1);
});

test('mails, feedback and new customers are counted as they come; feedback says what was written, and when [COL-03 API-42]', async () => {
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const own = createTestApp({ after }, { hasLightPassphrases: true, mailServer, env });
  const [colonel, customer] = [await customerOf(own), await customerOf(own)];
  await own.store.accounts.setRole(colonel.address as CustId, 'colonel');
  const seen = async () => (await readAs(own, colonel, '/colonel')).body.record;
  const before = (await seen()).counts;
  const visitor = visitorOf(own);
  await visitor.open('/forgot');
  await visitor.submit('/forgot', { u: customer.address });
  await own.mail.postman.deliverDue();
  await callAs(own, customer, '/feedback', { msg: 'before midnight' });
  own.clock.advance(DAY_MS / 2);
  await callAs(own, customer, '/feedback', { msg: 'after midnight' });
  const { counts, today_feedback, yesterday_feedback, older_feedback } = await seen();
  assert.deepEqual([counts.emails_sent - before.emails_sent, counts.recent_customer_count], [1, 2]);
  assert.deepEqual(
    [counts.feedback_count, counts.today_feedback_count, counts.yesterday_feedback_count, counts.older_feedback_count],
    [2, 1, 1, 0],
  );
  const told = ({ msg, stamp }: { msg: string; stamp: string }) => [msg, stamp];
  assert.deepEqual(today_feedback.map(told), [['after midnight', '2030-01-16@00:00:00 UTC']]);
  assert.deepEqual(yesterday_feedback.map(told), [['before midnight', '2030-01-15@12:00:00 UTC']]);
  assert.deepEqual(older_feedback, []);
  own.clock.advance(2 * DAY_MS);
  await signIn(colonel, colonel.address);
  assert.deepEqual((await seen()).older_feedback.map(told), [
    ['after midnight', '2030-01-16@00:00:00 UTC'],
    ['before midnight', '2030-01-15@12:00:00 UTC'],
  ]);
});

test('customers of the last fourteen days are counted apart from all there are [COL-03]', async () => {
  const own = createTestApp({ after }, { hasLightPassphrases: true });
  const [colonel] = [await customerOf(own), await customerOf(own)];
  await own.store.accounts.setRole(colonel.address as CustId, 'colonel');
  const counted = async () => {
    const { counts } = (await readAs(own, colonel, '/colonel')).body.record;
    return [counts.recent_customer_count, counts.customer_count];
  };
  own.clock.advance(14 * DAY_MS);
  await signIn(colonel, colonel.address);
  assert.deepEqual(await counted(), [2, 2]);
  own.clock.advance(1);
  assert.deepEqual(await counted(), [0, 2]);
  await customerOf(own);
  assert.deepEqual(await counted(), [1, 3]);
});

test('of 51 customers the newest 50 are listed, the newest first [COL-03 API-42]', async () => {
  const own = createTestApp({ after }, { hasLightPassphrases: true });
  const oldest = await customerOf(own);
  await own.store.accounts.setRole(oldest.address as CustId, 'colonel');
  const others = [];
  for (let at = 1; at <= 50; at += 1) {
    own.clock.advance(1000);
    others.push(freshAddress());
    await signUp(visitorOf(own), others.at(-1)!);
  }
  const { recent_customers: listed, counts } = (await readAs(own, oldest, '/colonel')).body.record;
  assert.equal(counts.customer_count, 51);
  assert.deepEqual(
    listed.map(({ custid }: { custid: string }) => custid),
    others.toReversed(),
  );
});

test('a colonel finds no content, key, link or recipient there, and nothing that could be changed', async () => {
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const own = createTestApp({ after }, { hasLightPassphrases: true, mailServer, env });
  const [colonel, sender] = [await customerOf(own), await customerOf(own)];
  await own.store.accounts.setRole(colonel.address as CustId, 'colonel');
  await own.store.accounts.verify(sender.address as CustId, { isMailProven: true, epoch: null });
  const fields = { secret: 'meet at nine', passphrase: 'open sesame', recipient: 'friend@example.net' };
  const { record } = (await callAs(own, sender, '/secret/conceal', fields)).body;
  const page = await colonel.open('/colonel');
  const read = await readAs(own, colonel, '/colonel');
  const said = `${page.text}${JSON.stringify(read.body)}`;
  assert.ok(said.includes(sender.address));
  const hidden = [...Object.values(fields), record.secret.key, record.metadata.key];
  for (const word of hidden) assert.equal(said.includes(word), false, word);
  const sent = [await colonel.send('/colonel', {}), await callAs(own, colonel, '/colonel', {})];
  assert.deepEqual(
    sent.map(({ status, headers }) => [status, headers.allow]),
    [
      [405, 'GET, HEAD, OPTIONS'],
      [405, 'GET, HEAD, OPTIONS'],
    ],
  );
});

test('of each customer it says whether the address is verified, and how many mails went out [API-43]', async () => {
  const own = createTestApp({ after }, { hasLightPassphrases: true, mailServer });
  const [colonel, waiting] = ['chief@example.org', 'waiting@example.org'];
  const visitor = visitorOf(own);
  for (const address of [colonel, waiting]) await signUp(visitor, address);
  await own.store.accounts.verify(colonel as CustId, { isMailProven: true, epoch: null });
  await own.store.accounts.setRole(colonel as CustId, 'colonel');
  await signIn(visitor, colonel);
  const fields = { secret: 'x', recipient: 'friend@example.org' };
  assert.equal((await callAs(own, visitor, '/secret/conceal', fields)).status, 200);
  const found = (await readAs(own, visitor, '/colonel')).body.record.recent_customers;
  const told = found.map((one: Record<string, unknown>) => [one.custid, one.verified, one.emails_sent]);
  assert.deepEqual(
    new Map(told.map(([custid, ...rest]: unknown[]) => [custid, rest])),
    new Map([
      [colonel, [true, 1]],
      [waiting, [false, 0]],
    ]),
  );
});

test('the last fourteen days are told day by day in UTC, also those without anything', async () => {
  const own = createTestApp({ after }, { hasLightPassphrases: true });
  await apiOf(own).share('first day');
  own.clock.advance(3 * DAY_MS);
  await apiOf(own).share('fourth day');
  const colonel = await customerOf(own);
  await own.store.accounts.setRole(colonel.address as CustId, 'colonel');
  const { days } = (await readAs(own, colonel, '/colonel')).body.record;
  const today = new Date(own.clock.now()).toISOString().slice(0, 10);
  assert.equal(days.at(-1).day, today);
  assert.deepEqual(
    days.slice(-5).map(({ secrets_created }: { secrets_created: number }) => secrets_created),
    [0, 1, 0, 0, 1],
  );
});

test('a colonel of the configuration counts only with an address proven by mail', async () => {
  const own = createTestApp(
    { after },
    { hasLightPassphrases: true, env: { HUSHLINK_AUTHENTICATION_COLONELS: 'chief@example.org' } },
  );
  const chief = await customerOf(own, 'chief@example.org');
  assert.equal((await chief.open('/colonel')).status, 404);
  await own.store.accounts.verify('chief@example.org' as CustId, { isMailProven: true, epoch: null });
  assert.equal((await chief.open('/colonel')).status, 200);
  const header = (await chief.open('/dashboard')).text;
  assert.match(header, /href="\/colonel\/"/);
  const [{ custid, colonel }] = (await readAs(own, chief, '/colonel')).body.record.recent_customers;
  assert.deepEqual([custid, colonel], ['chief@example.org', true]);
});
