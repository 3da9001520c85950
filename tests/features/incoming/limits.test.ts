import assert from 'node:assert/strict';
import { test } from 'node:test';
import supertest from 'supertest';
import type { ChallengeWire } from '#src/features/feedback/captcha-wire.ts';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { EASY, HOST, solve } from '../feedback/anonymous.ts';
import { alertOn, openSupport, type SupportStage } from './stage.ts';

const MINUTE_MS = 60_000;
const BEHIND_PROXY = { HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.1,::1', HUSHLINK_INCOMING_PER_HOUR: '2' };
const CAPTCHA = { ...EASY, HUSHLINK_INCOMING_CAPTCHA: 'true' };

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

test('ten messages of a network are taken in an hour, and again in the next; the refused text is kept', async (t) => {
  const site = await openSupport(t);
  site.clock.advance(20 * MINUTE_MS + 1000);
  for (let sent = 0; sent < 10; sent += 1) assert.equal((await site.send()).status, 303);
  const visitor = visitorOf(site);
  const refused = await site.send({ secret: 'typed\r\ntext', ticketno: '7' }, { visitor });
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], String(40 * 60 - 1));
  const message = 'Nothing more is taken from your network for now. Please send it again in 40 minutes.';
  assert.deepEqual(alertOn(refused.text), { role: 'alert', title: 'Error', message });
  assert.equal(visitor.textArea(), 'typed\ntext');
  site.clock.advance(40 * MINUTE_MS - 1001);
  assert.equal((await visitor.submit('/incoming', { secret: 'x', ticketno: '7' })).status, 429);
  site.clock.advance(1);
  assert.equal((await visitor.submit('/incoming', { secret: 'x', ticketno: '7' })).status, 303);
  assert.equal((await site.mails()).length, 11);
});

test('of fifty at once exactly as many are taken as there are places', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_INCOMING_PER_HOUR: '3' } });
  const answers = await Promise.all(Array.from({ length: 50 }, () => site.send()));
  assert.equal(answers.filter(({ status }) => status === 303).length, 3);
  assert.equal((await site.mails()).length, 3);
});

test('a form that is refused for what stands in it takes no place', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_INCOMING_PER_HOUR: '1' } });
  const wrong: Record<string, string>[] = [{ secret: '' }, { ticketno: '' }, { shrimp: 'x' }, { ticketno: '1\n2' }];
  for (const fields of wrong) assert.equal((await site.send(fields)).status, 422);
  await site.send({ skill: 'x' });
  assert.equal((await site.send()).status, 303);
});

test('the operator may take none', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_INCOMING_PER_HOUR: '0' } });
  assert.equal((await site.send()).status, 429);
});

test('each network has places of its own: an IPv4 address, or the /64 of an IPv6 address', async (t) => {
  const site = await openSupport(t, { env: BEHIND_PROXY });
  for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1']) {
    for (let sent = 0; sent < 2; sent += 1) assert.equal((await site.send({}, from(address))).status, 303, address);
  }
  for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:0:0:ffff::7', '::ffff:192.0.2.1']) {
    assert.equal((await site.send({}, from(address))).status, 429, address);
  }
  assert.equal((await site.send({}, from('2001:db8:0:1::1'))).status, 303);
});

test('who forges X-Forwarded-For wins no place: it counts only as far as our proxy wrote it', async (t) => {
  const site = await openSupport(t, { env: BEHIND_PROXY });
  for (let at = 0; at < 2; at += 1) assert.equal((await site.send({}, from(`10.0.0.${at}, 192.0.2.1`))).status, 303);
  for (const forged of ['10.9.9.9', '127.0.0.1', 'x', '192.0.2.1, 10.1.1.1']) {
    assert.equal((await site.send({}, from(`${forged}, 192.0.2.1`))).status, 429, forged);
  }
  const open = await openSupport(t, { env: { HUSHLINK_INCOMING_PER_HOUR: '1' } });
  assert.equal((await open.send({}, from('192.0.2.1'))).status, 303);
  assert.equal((await open.send({}, from('192.0.2.2'))).status, 429);
});

async function solved({ app }: Pick<SupportStage, 'app'>): Promise<string> {
  const { body } = await supertest(app).get('/api/v2/altcha/challenge').set('Host', HOST).expect(200);
  return solve(body as ChallengeWire);
}

test('where a captcha is asked for a solution sends one message; wrong, expired or used again it is refused with the text', async (t) => {
  const site = await openSupport(t, { env: { ...CAPTCHA, HUSHLINK_FEEDBACK_UNCHECKED_PER_DAY: '0' } });
  const payload = await solved(site);
  assert.equal((await site.send({ authenticity_payload: payload })).status, 303);
  const late = await solved(site);
  for (const wrong of [payload, 'nonsense', late]) {
    if (wrong === late) site.clock.advance(10 * MINUTE_MS);
    const visitor = visitorOf(site);
    const refused = await site.send({ authenticity_payload: wrong, secret: 'kept' }, { visitor });
    assert.equal(refused.status, 422);
    assert.match(alertOn(refused.text)?.message ?? '', /^The check that you are not a robot did not hold/);
    assert.equal(visitor.textArea(), 'kept');
  }
  assert.equal((await site.mails()).length, 1);
});

test('a solution that is plainly wrong takes no place of the hour', async (t) => {
  const site = await openSupport(t, { env: { ...CAPTCHA, HUSHLINK_INCOMING_PER_HOUR: '1' } });
  assert.equal((await site.send({ authenticity_payload: 'nonsense' })).status, 422);
  assert.equal((await site.send({ authenticity_payload: await solved(site) })).status, 303);
});

test('a solution that is over while two forms are looked at sends one message all the same', async (t) => {
  const both = Promise.withResolvers<void>();
  let counted = 0;
  const site = await openSupport(t, {
    env: CAPTCHA,
    around: (store) => {
      const take: typeof store.places.take = async (name, ...place) => {
        const isTaken = await store.places.take(name, ...place);
        if (name.startsWith('incoming.')) counted += 1;
        if (counted === 2) both.resolve();
        await both.promise;
        return isTaken;
      };
      return { ...store, places: { take } };
    },
  });
  const payload = await solved(site);
  site.clock.advance(10 * MINUTE_MS - 1);
  void both.promise.then(() => site.clock.advance(1));
  const sent = await Promise.all([1, 2].map(() => site.send({ authenticity_payload: payload })));
  assert.deepEqual(sent.map(({ status }) => status).sort(), [303, 422]);
});

test('a form that is refused for another reason leaves the solution for the next try', async (t) => {
  const site = await openSupport(t, { env: { ...CAPTCHA, HUSHLINK_INCOMING_PER_HOUR: '1' } });
  const payload = await solved(site);
  assert.equal((await site.send({ authenticity_payload: payload, ticketno: '' })).status, 422);
  assert.equal((await site.send({ authenticity_payload: await solved(site) })).status, 303);
  site.clock.advance(55 * MINUTE_MS);
  const fresh = await solved(site);
  assert.equal((await site.send({ authenticity_payload: fresh })).status, 429);
  site.clock.advance(5 * MINUTE_MS);
  assert.equal((await site.send({ authenticity_payload: fresh })).status, 303);
});

test('a solution opens one door only once: what has sent feedback sends no details', async (t) => {
  const site = await openSupport(t, { env: CAPTCHA });
  const payload = await solved(site);
  const visitor = visitorOf(site);
  await visitor.open('/feedback');
  const sent = await visitor.submit('/feedback', { msg: 'hello', authenticity_payload: payload });
  assert.equal(sent.status, 303);
  assert.equal((await site.send({ authenticity_payload: payload })).status, 422);
});

test('without JavaScript, and so without a solution, three a day stand in for it', async (t) => {
  const site = await openSupport(t, { env: CAPTCHA });
  for (let sent = 0; sent < 3; sent += 1) assert.equal((await site.send()).status, 303);
  const visitor = visitorOf(site);
  const refused = await site.send({ secret: 'kept' }, { visitor });
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], String(12 * 3600));
  assert.match(
    alertOn(refused.text)?.message ?? '',
    /Without JavaScript 3 messages are taken from your network in a day/,
  );
  assert.equal(visitor.textArea(), 'kept');
  assert.equal((await site.send({ authenticity_payload: await solved(site) })).status, 303);
  site.clock.advance(12 * 60 * MINUTE_MS);
  assert.equal((await site.send()).status, 303);
});

test('what is taken in an hour and what in a day are counted apart, also when both begin at the same instant', async (t) => {
  const site = await openSupport(t, { env: CAPTCHA });
  site.clock.advance(12 * 60 * MINUTE_MS);
  for (const status of [303, 303, 303, 429]) assert.equal((await site.send()).status, status);
});

test('feedback and support are counted apart', async (t) => {
  const site = await openSupport(t, { env: { ...CAPTCHA, HUSHLINK_FEEDBACK_UNCHECKED_PER_DAY: '1' } });
  assert.equal((await site.send()).status, 303);
  const visitor = visitorOf(site);
  await visitor.open('/feedback');
  assert.equal((await visitor.submit('/feedback', { msg: 'hello' })).status, 303);
});

test('the captcha is served for this form where feedback is switched off, and for none where nobody asks', async (t) => {
  const off = { ...EASY, HUSHLINK_AUTHENTICATION_ENABLED: 'false' };
  const asked = await openSupport(t, { env: { ...CAPTCHA, ...off } });
  assert.equal((await asked.send({ authenticity_payload: await solved(asked) })).status, 303);
  await supertest(asked.app).post('/api/v2/feedback').set('Host', HOST).expect(404);
  const verify = ({ app }: SupportStage, payload: string) =>
    supertest(app).post('/api/v2/altcha/verify').set('Host', HOST).send({ payload });
  assert.equal((await verify(asked, await solved(asked))).body.verified, true);
  const plain = await openSupport(t, { env: off });
  await supertest(plain.app).get('/api/v2/altcha/challenge').set('Host', HOST).expect(404);
  await verify(plain, '').expect(404);
  const { app } = createTestApp(t, { env: { ...CAPTCHA, ...off } });
  await supertest(app).get('/api/v2/altcha/challenge').set('Host', HOST).expect(404);
});

test('where no captcha is asked for nothing is counted by the day, and what stands in the field is not looked at', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_FEEDBACK_UNCHECKED_PER_DAY: '0' } });
  assert.equal((await site.send()).status, 303);
  assert.equal((await site.send({ authenticity_payload: 'nonsense' })).status, 303);
});
