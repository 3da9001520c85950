import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf } from '../accounts/people.ts';

/** What another program on the parent domain, or on another port of the same machine, may have set there. */
const FOREIGN = ['sess=of-another-program', 'sess=', 'sess=s:theirs.short', 'visit=theirs'];
const HOST = 'localhost:3000';
const site = createTestApp({ after }, { hasLightPassphrases: true });

function ask(method: 'get' | 'post', path: string, cookies: string) {
  return supertest(site.app)[method](path).set('Host', HOST).set('Cookie', cookies);
}

test('a customer is known whatever other programs have set under the name of our cookie, before ours or behind', async () => {
  const customer = await customerOf(site);
  for (const foreign of FOREIGN) {
    for (const cookies of [`${foreign}; ${customer.cookies()}`, `${customer.cookies()}; ${foreign}`]) {
      const { body } = await ask('get', '/api/v2/authcheck', cookies);
      assert.equal(body.details?.authorized, true, cookies);
      const page = await ask('get', '/dashboard', cookies);
      assert.deepEqual([page.status, page.headers['set-cookie']], [200, undefined], cookies);
    }
  }
});

test('who never signed in may share, whatever other programs have set under the name of our cookie', async () => {
  for (const foreign of FOREIGN.filter((cookie) => cookie.startsWith('sess'))) {
    const shared = await ask('post', '/api/v2/secret/conceal', foreign).send({ secret: 'x' });
    assert.equal(shared.status, 200, foreign);
    assert.deepEqual((await ask('get', '/api/v2/authcheck', foreign)).body.details.authorized, false);
  }
});

test('a cookie that may have been ours, by a secret that there is no more, is a sign-in that has ended', async () => {
  const ours = `sess=${encodeURIComponent(`s:${'i'.repeat(32)}.${'x'.repeat(43)}`)}`;
  assert.equal((await ask('get', '/api/v2/authcheck', ours)).status, 401);
  assert.equal((await ask('post', '/api/v2/secret/conceal', ours).send({ secret: 'x' })).status, 401);
  assert.match(String((await ask('get', '/signin', ours)).headers['set-cookie']), /sess=;/);
});

test('a sign-in that has ended, set for the whole domain by somebody who had it, keeps no customer out', async () => {
  const [customer, other] = [await customerOf(site), await customerOf(site)];
  const ended = other.cookies();
  await other.open('/logout');
  for (const cookies of [`${ended}; ${customer.cookies()}`, `${customer.cookies()}; ${ended}`]) {
    const { body } = await ask('get', '/api/v2/authcheck', cookies);
    assert.equal(body.record?.custid, customer.address, cookies);
    const page = await ask('get', '/dashboard', cookies);
    assert.deepEqual([page.status, page.headers['set-cookie']], [200, undefined], cookies);
  }
  assert.equal((await ask('get', '/api/v2/authcheck', ended)).status, 401);
});

test('nor do any number of them, set for parts of the site: those come before the cookie for the whole of it', async () => {
  const customer = await customerOf(site);
  const others = [];
  for (let people = 0; people < 6; people += 1) {
    const other = await customerOf(site);
    others.push(other.cookies());
    await other.open('/logout');
  }
  const foreign = Array.from({ length: 60 }, (_, at) => `sess=s:theirs.${at}`);
  const cookies = [...foreign, ...others, customer.cookies()].join('; ');
  const { body } = await ask('get', '/api/v2/authcheck', cookies);
  assert.equal(body.record?.custid, customer.address);
  await ask('get', '/logout', cookies);
  assert.equal((await ask('get', '/api/v2/authcheck', customer.cookies())).status, 401);
});

test('who signs out is out, also where the session of somebody else stood before it', async () => {
  const [customer, other] = [await customerOf(site), await customerOf(site)];
  await ask('get', '/logout', `${other.cookies()}; ${customer.cookies()}`);
  for (const cookies of [customer.cookies(), other.cookies()]) {
    assert.equal((await ask('get', '/api/v2/authcheck', cookies)).status, 401);
  }
});

test('forms go through whatever other programs have set under the name of the visitor’s cookie', async () => {
  const visitor = visitorOf(site);
  await visitor.open('/');
  const cookies = visitor.cookies();
  const shrimp = /name="shrimp" value="([^"]+)"/.exec(visitor.html())?.[1];
  for (const both of [`visit=theirs; ${cookies}`, `${cookies}; visit=theirs`]) {
    const posted = await ask('post', '/', both).type('form').send({ shrimp, secret: 'x', kind: 'share' });
    assert.match(String(posted.headers.location), /^\/private\//, both);
  }
});
