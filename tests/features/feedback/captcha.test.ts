import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { type Captcha, createCaptcha } from '#src/features/feedback/captcha.ts';
import { isSound } from '#src/islands/captcha/challenge.ts';
import { createTestApp } from '../../support/app.ts';
import { EASY, HOST, openFeedback, solve } from './anonymous.ts';

const MINUTE_MS = 60_000;
const site = createTestApp({ after }, { env: EASY });
const getChallenge = () => supertest(site.app).get('/api/v2/altcha/challenge').set('Host', HOST).expect(200);

test('a challenge has its five parts, and is one that our own captcha takes [API-23 FB-16 FB-17]', async () => {
  const { body } = await getChallenge();
  assert.deepEqual(Object.keys(body).sort(), ['algorithm', 'challenge', 'maxnumber', 'salt', 'signature']);
  assert.equal(body.algorithm, 'SHA-256');
  assert.equal(body.maxnumber, 1000);
  assert.ok(isSound(body));
});

test('the numbers to try are a million at most, unless the operator asks for fewer [FB-18]', async (t) => {
  const plain = createTestApp(t);
  const { body } = await supertest(plain.app).get('/api/v2/altcha/challenge').set('Host', HOST).expect(200);
  assert.equal(body.maxnumber, 1_000_000);
});

test('beside the challenge stand its expiry in ten minutes and how the captcha is to be shown [API-23]', async () => {
  const { headers } = await getChallenge();
  assert.equal(Date.parse(headers.expires ?? ''), site.clock.now() + 10 * MINUTE_MS);
  assert.deepEqual(JSON.parse(headers['x-altcha-config'] ?? ''), {
    verifyurl: '/api/v2/altcha/verify',
    blockspam: true,
  });
  assert.equal(headers['cache-control'], 'no-store');
});

test('no two challenges are alike', async () => {
  const challenges = await Promise.all(Array.from({ length: 20 }, getChallenge));
  assert.equal(new Set(challenges.map(({ body }) => body.challenge)).size, 20);
});

test('asking whether a solution is right does not use it up [API-24]', async () => {
  const visitor = await openFeedback(site);
  const payload = await visitor.solved();
  for (let asked = 0; asked < 3; asked += 1) {
    const { body } = await visitor.verify(payload).expect(200);
    assert.deepEqual(body, { verified: true, reason: null });
  }
  await visitor.send({ authenticity_payload: payload }).expect(200);
});

test('a solution holds until its ten minutes are over', async () => {
  const visitor = await openFeedback(site);
  const payload = await visitor.solved();
  site.clock.advance(10 * MINUTE_MS - 1);
  assert.equal((await visitor.verify(payload)).body.verified, true);
  site.clock.advance(1);
  assert.deepEqual((await visitor.verify(payload)).body, { verified: false, reason: 'expired' });
});

test('a challenge from before the site secret was changed is taken, and none is made by an earlier one', async () => {
  const by = (...hmacKeys: string[]) => createCaptcha({ hmacKeys, maxNumber: 10, randomBytes, now: site.clock.now });
  const payloadOf = async (captcha: Captcha) => solve((await captcha.challenge(HOST)).wire);
  const [before, after] = [await payloadOf(by('old')), await payloadOf(by('new', 'old'))];
  const isTaken = async (captcha: Captcha, payload: string) => (await captcha.verify(payload, HOST)).ok;
  assert.deepEqual([await isTaken(by('new', 'old'), before), await isTaken(by('new'), before)], [true, false]);
  assert.deepEqual([await isTaken(by('new'), after), await isTaken(by('old'), after)], [true, false]);
});

test('whatever is not a solution of ours is wrong, and nothing breaks', async () => {
  const visitor = await openFeedback(site);
  const challenge = await visitor.challenge();
  const other = await visitor.challenge();
  const right = JSON.parse(atob(await solve(challenge)));
  const forged = [
    { number: right.number + 1 },
    { number: String(right.number) },
    { number: -1 },
    { number: 1.5 },
    { signature: other.signature },
    { signature: '' },
    { challenge: other.challenge },
    { salt: other.salt },
    { salt: challenge.salt.slice(0, -1) },
    { salt: challenge.salt.replace(/expires=\d+/, 'expires=99999999999') },
    { algorithm: 'SHA-512' },
    { algorithm: 'SHA-1' },
    { algorithm: { toString: null } },
  ];
  for (const changes of forged) {
    const { body } = await visitor.verify(btoa(JSON.stringify({ ...right, ...changes }))).expect(200);
    assert.deepEqual(body, { verified: false, reason: 'wrong' }, JSON.stringify(changes));
  }
  for (const nonsense of [
    '',
    'no base64 !',
    btoa('no json'),
    btoa('null'),
    btoa('[]'),
    'A'.repeat(5000),
    // A right one, in more than anybody needs.
    btoa(JSON.stringify(right).padEnd(2000)),
    7,
    null,
    {},
  ]) {
    const { body } = await visitor.verify(nonsense).expect(200);
    assert.deepEqual(body, { verified: false, reason: 'wrong' }, JSON.stringify(nonsense));
  }
});

test('a solution is good only for the host that its challenge was made for', async () => {
  const visitor = await openFeedback(site);
  const elsewhere = await openFeedback(site, '127.0.0.1:3000');
  const payload = await elsewhere.solved();
  assert.deepEqual((await visitor.verify(payload)).body, { verified: false, reason: 'wrong' });
  assert.equal((await elsewhere.verify(payload)).body.verified, true);
});

test('another site secret signs other challenges', async (t) => {
  const other = createTestApp(t, { env: EASY });
  const payload = await (await openFeedback(other)).solved();
  const visitor = await openFeedback(site);
  assert.deepEqual((await visitor.verify(payload)).body, { verified: false, reason: 'wrong' });
});
