import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf, PASSWORD, signIn, signUp } from '../accounts/people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const HOST = 'localhost:3000';

const tokenOn = (html: string) => /name="shrimp" value="([^"]+)"/.exec(html)?.[1] ?? '';
const share = (cookies: string, shrimp?: string) => {
  const call = supertest(site.app).post('/api/v2/secret/conceal').set('Host', HOST).set('Cookie', cookies);
  return call.send({ secret: 'x', ...(shrimp !== undefined && { shrimp }) });
};

test('a session needs its own token: a missing, foreign or altered one is 422 with a fresh one [CSRF-01]', async () => {
  const [mine, theirs] = [await customerOf(site), await customerOf(site)];
  const token = tokenOn((await mine.open('/dashboard')).text);
  const foreign = tokenOn((await theirs.open('/dashboard')).text);
  for (const wrong of [undefined, '', foreign, `${token}x`, token.slice(1)]) {
    const { status, body } = await share(mine.cookies(), wrong);
    assert.deepEqual([status, body.error_type], [422, 'BadShrimp']);
    assert.equal((await share(mine.cookies(), body.shrimp)).status, 200);
  }
  assert.equal((await share(mine.cookies(), token)).status, 200);
});

test('tokens of parallel tabs hold side by side, for twelve hours', async () => {
  const customer = await customerOf(site);
  const [first, second] = [await customer.open('/dashboard'), await customer.open('/dashboard')];
  assert.equal((await share(customer.cookies(), tokenOn(second.text))).status, 200);
  assert.equal((await share(customer.cookies(), tokenOn(first.text))).status, 200);
  site.clock.advance(12 * 3_600_000);
  const stale = await share(customer.cookies(), tokenOn(first.text));
  assert.deepEqual([stale.status, stale.body.error_type], [422, 'BadShrimp']);
});

test('signing in and signing out end the tokens of before', async () => {
  const visitor = visitorOf(site);
  await signUp(visitor, 'tokens@example.org');
  const before = tokenOn((await visitor.open('/')).text);
  await signIn(visitor, 'tokens@example.org');
  assert.equal((await share(visitor.cookies(), before)).status, 422);
  const signedIn = tokenOn((await visitor.open('/dashboard')).text);
  await visitor.open('/logout');
  await visitor.open('/');
  for (const ended of [before, signedIn]) assert.equal((await share(visitor.cookies(), ended)).status, 422);
});

test('a post from another site is refused, session or not, whatever token it brings', async () => {
  const customer = await customerOf(site);
  const token = tokenOn((await customer.open('/dashboard')).text);
  const send = supertest(site.app).post('/dashboard').set('Host', HOST).set('Cookie', customer.cookies());
  const crossed = await send.set('Sec-Fetch-Site', 'cross-site').type('form').send({ secret: 'x', shrimp: token });
  assert.equal(crossed.status, 422);
  const signingIn = supertest(site.app).post('/signin').set('Host', HOST).set('Sec-Fetch-Site', 'cross-site');
  assert.equal((await signingIn.type('form').send({ u: 'a@example.org', p: PASSWORD })).status, 422);
});
