import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { compose } from '#src/compose.ts';
import { MOST_WAITING } from '#src/crypto/queue.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf, freshAddress, PASSWORD, signIn, signUp } from './people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });

async function guess(address: string, password = 'wrong password') {
  const { status, headers, text } = await signIn(visitorOf(site), address, password);
  return { status, retryAfter: Number(headers['retry-after']), text };
}

test('three wrong passwords are free, then waits double up to a quarter of an hour; known or unknown', async () => {
  const known = await customerOf(site);
  for (const address of [known.address, freshAddress()]) {
    const waits = [];
    for (let tries = 1; tries <= 12; tries += 1) {
      assert.equal((await guess(address)).status, 422, `try ${tries}`);
      const early = tries < 3 ? { status: 429, retryAfter: 0 } : await guess(address);
      assert.equal(early.status, 429);
      waits.push(early.retryAfter);
      site.clock.advance(early.retryAfter * 1000);
    }
    assert.deepEqual(waits, [0, 0, 1, 2, 4, 8, 16, 32, 64, 900, 900, 900], address);
  }
});

test('who must wait is told for how long, also with the right password, and gets in afterwards', async () => {
  const { address } = await customerOf(site);
  for (const _ of [1, 2, 3, 4]) {
    await guess(address);
    site.clock.advance(1000);
  }
  const early = await guess(address, PASSWORD);
  assert.deepEqual([early.status, early.retryAfter], [429, 1]);
  assert.match(early.text, /Too many tries\. Try again in one second\./);
  site.clock.advance(900);
  assert.equal((await guess(address, PASSWORD)).retryAfter, 1, 'for what is left of a second');
  site.clock.advance(100);
  assert.equal((await guess(address, PASSWORD)).status, 303);
  for (const _ of [1, 2, 3]) assert.equal((await guess(address)).status, 422, 'a success starts the count anew');
});

test('a longer wait is told in minutes, and never as less than it is', async () => {
  const address = freshAddress();
  for (let tries = 1; tries <= 10; tries += 1) {
    assert.equal((await guess(address)).status, 422, `try ${tries}`);
    site.clock.advance(tries < 10 ? 64_000 : 0);
  }
  for (const [passedSeconds, words] of [
    [0, '15 minutes'],
    [30, '15 minutes'],
    [780, '2 minutes'],
    [1, '89 seconds'],
    [0.5, '89 seconds'],
  ] as const) {
    site.clock.advance(passedSeconds * 1000);
    assert.match((await guess(address)).text, new RegExp(`Too many tries\\. Try again in ${words}\\.`));
  }
});

test('any number of guesses at once try no more passwords than one after the other', async () => {
  const { address } = await customerOf(site);
  const visitors = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const visitor = visitorOf(site);
      await visitor.open('/signin');
      return visitor;
    }),
  );
  const guesses = visitors.map((visitor, at) => visitor.submit('/signin', { u: address, p: `guess number ${at}` }));
  const outcomes = (await Promise.all(guesses)).map(({ status }) => status);
  assert.equal(outcomes.filter((status) => status === 422).length, 3);
  assert.equal(outcomes.filter((status) => status === 429).length, 27);
});

test('guessing many accounts from one address is limited too, and gives people who mistype room', async () => {
  const env = { HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '15', HUSHLINK_AUTHENTICATION_MAX_DELAY: '64' };
  const own = createTestApp({ after }, { hasLightPassphrases: true, env });
  const outcomes = [];
  for (let at = 0; at < 15; at += 1) outcomes.push((await signIn(visitorOf(own), `victim${at}@example.org`)).status);
  assert.deepEqual(outcomes, [...Array(9).fill(422), ...Array(6).fill(429)]);
});

test('the first three guesses from one address wait for nothing, also where ten are the most', async () => {
  const env = { HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '10' };
  const own = createTestApp({ after }, { hasLightPassphrases: true, env });
  const outcomes = [];
  for (let at = 0; at < 4; at += 1) outcomes.push((await signIn(visitorOf(own), `victim${at}@example.org`)).status);
  assert.deepEqual(outcomes, [422, 422, 422, 429]);
});

test('signing in to an account of one’s own between the guesses buys no others', async () => {
  const env = { HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '15', HUSHLINK_AUTHENTICATION_MAX_DELAY: '64' };
  const own = createTestApp({ after }, { hasLightPassphrases: true, env });
  const guesser = await customerOf(own);
  let guesses = 0;
  for (; guesses < 15; guesses += 1) {
    if ((await signIn(visitorOf(own), `victim${guesses}@example.org`)).status !== 422) break;
    await signIn(visitorOf(own), guesser.address);
  }
  assert.equal(guesses, 9);
});

test('a signed-in session does not give the password away to guessing', async () => {
  const visitor = await customerOf(site);
  const fields = { currentp: 'wrong password', newp: 'a new password', newp2: 'a new password' };
  for (const _ of [1, 2, 3])
    assert.equal((await callAs(site, visitor, '/account/change-password', fields)).status, 422);
  const limited = await callAs(site, visitor, '/account/change-password', { ...fields, currentp: PASSWORD });
  assert.deepEqual([limited.status, limited.body.error_type, limited.body.retry_after], [429, 'RateLimited', 1]);
  assert.equal(limited.headers['retry-after'], '1');
  const destroy = { confirmation: PASSWORD, tabindex: 'destroy' };
  assert.equal((await callAs(site, visitor, '/account/destroy', destroy)).status, 429);
});

test('a right current password starts the count anew', async () => {
  const visitor = await customerOf(site);
  const outcomes = [];
  for (const currentp of ['wrong', 'wrong', PASSWORD, 'wrong', 'wrong', 'wrong']) {
    await visitor.open('/account');
    const fields = { currentp, newp: PASSWORD, newp2: PASSWORD };
    outcomes.push((await visitor.submit('/account/password', fields)).status);
  }
  assert.deepEqual(outcomes, [422, 422, 303, 422, 422, 422]);
});

test('what there is no room for does not count: no mail at the sign-up, no guess in the account', async () => {
  const stretching = { concurrent: 0, waiting: 0 };
  const full = { ...site, app: compose({ ...site.composed, stretching }) };
  const [visitor, address] = [await customerOf(site), freshAddress()];
  const fields = { currentp: PASSWORD, newp: PASSWORD, newp2: PASSWORD };
  for (let at = 0; at < 5; at += 1) {
    assert.equal((await signUp(visitorOf(full), address)).status, 503);
    assert.equal((await callAs(full, visitor, '/account/change-password', fields)).status, 503);
  }
});

test('mails to one address are limited together, known or unknown', async () => {
  const server = await startSmtpServer();
  after(() => server.stop());
  const mailing = createTestApp({ after }, { hasLightPassphrases: true, mailServer: server });
  const known = freshAddress();
  await signUp(visitorOf(mailing), known);
  mailing.clock.advance(24 * 3_600_000);
  for (const address of [known, freshAddress()]) {
    const outcomes = [];
    for (let at = 0; at < 5; at += 1) {
      const visitor = visitorOf(mailing);
      await visitor.open('/forgot');
      outcomes.push((await visitor.submit('/forgot', { u: address })).status);
    }
    assert.deepEqual(outcomes, [303, 303, 303, 429, 429]);
    assert.equal((await signUp(visitorOf(mailing), address)).status, 429);
  }
});

test('an unverified account gets three reminders of the link, then one after each wait, also when made anew', async () => {
  const server = await startSmtpServer();
  after(() => server.stop());
  const mailing = createTestApp({ after }, { hasLightPassphrases: true, mailServer: server });
  const [visitor, address] = [visitorOf(mailing), freshAddress()];
  const enter = async () => (await signIn(visitor, address)).status;
  const mailed = async () => {
    await mailing.mail.postman.deliverDue();
    return server.mails.filter(({ to }) => to.includes(address)).length;
  };
  await signUp(visitor, address);
  assert.deepEqual([await enter(), await enter(), await enter(), await enter()], [422, 422, 422, 429]);
  assert.equal(await mailed(), 1 + 3);
  mailing.clock.advance(1000);
  assert.deepEqual([await enter(), await enter(), await mailed()], [422, 429, 1 + 3 + 1]);
  await mailing.store.accounts.verify(address as CustId, { isMailProven: true, epoch: null });
  mailing.clock.advance(2000);
  assert.equal(await enter(), 303, 'passwords are counted from the beginning, reminders are not');
  await callAs(mailing, visitor, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' });
  await signUp(visitor, address);
  assert.deepEqual([await enter(), await enter(), await enter()], [422, 422, 422]);
  assert.equal(await mailed(), 1 + 3 + 1 + 1 + 1, 'a link of the second sign-up and one reminder');
});

test('without room to look at a password the answer is 503, and the try does not count', async () => {
  // Stretched in full: nobody leaves the room before all have come.
  const own = createTestApp({ after });
  const address = freshAddress();
  await signUp(visitorOf(own), address);
  const others = Array.from({ length: 40 }, () => visitorOf(own));
  for (const visitor of others) await visitor.open('/signin');
  const tries = others.map((visitor) => visitor.submit('/signin', { u: freshAddress(), p: 'wrong password' }));
  const answers = await Promise.all(tries);
  const busy = answers.filter(({ status }) => status === 503);
  assert.ok(busy.length > 0);
  assert.equal(MOST_WAITING, 16, 'docs/security.md says so');
  assert.ok(answers.length - busy.length >= own.composed.stretching.concurrent + MOST_WAITING);
  for (const { headers, text } of busy) {
    assert.equal(headers['retry-after'], '2');
    assert.match(text, /The server is busy right now\./);
  }
  const counts = new DatabaseSync(join(own.folder, 'hushlink.db'));
  const counted = counts.prepare('SELECT MAX(count) AS most FROM attempt').get();
  const uncounted = counts.prepare('SELECT COUNT(*) AS names FROM attempt WHERE count = 0').get();
  counts.close();
  assert.equal(counted?.most, 40 - busy.length, 'of the network address');
  assert.equal(uncounted?.names, busy.length, 'of the accounts');
});

test('the store that counts tries holds neither account names nor network addresses', async () => {
  const own = createTestApp({ after }, { hasLightPassphrases: true });
  await signIn(visitorOf(own), 'somebody@example.org');
  const database = new DatabaseSync(join(own.folder, 'hushlink.db'));
  const names = database
    .prepare('SELECT name FROM attempt')
    .all()
    .map(({ name }) => String(name));
  database.close();
  assert.equal(names.length, 2);
  for (const name of names) assert.match(name, /^[\w-]{43}$/);
});
