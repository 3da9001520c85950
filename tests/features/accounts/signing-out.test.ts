import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf, readAs } from './people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });

test('/logout ends the session on the server, clears its cookies and goes home [AUTH-31 AUTH-34]', async () => {
  const visitor = await customerOf(site);
  visitor.setCookie('locale', 'de');
  const before = visitor.cookies();
  const out = await visitor.open('/logout');
  assert.deepEqual([out.status, out.headers.location], [303, '/']);
  assert.doesNotMatch(visitor.cookies(), /sess=|locale=/);
  assert.equal((await readAs(site, { ...visitor, cookies: () => before }, '/authcheck')).status, 401);
});

test('a link on another site, or a browser that loads ahead, signs nobody out but is asked first', async () => {
  const headers = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Purpose': 'prefetch' },
    { Purpose: 'prefetch' },
  ];
  for (const header of headers) {
    const visitor = await customerOf(site);
    const asked = await visitor.open('/logout', header as Record<string, string>);
    assert.equal(asked.status, 200);
    assert.match(visitor.cookies(), /sess=/);
    assert.match(visitor.html(), /href="\/logout"/);
    const out = await visitor.open('/logout', { 'Sec-Fetch-Site': 'same-origin' });
    assert.deepEqual([out.status, out.headers.location], [303, '/']);
    assert.doesNotMatch(visitor.cookies(), /sess=/);
  }
});

test('a program that only asks what is at /logout signs nobody out', async () => {
  const visitor = await customerOf(site);
  const asked = await supertest(site.app)
    .head('/logout')
    .set('Host', 'localhost:3000')
    .set('Cookie', visitor.cookies());
  assert.deepEqual([asked.status, asked.headers['set-cookie']], [200, undefined]);
  assert.equal((await readAs(site, visitor, '/authcheck')).status, 200);
});

test('signing out by a form needs its token; without a session it is harmless', async () => {
  const visitor = await customerOf(site);
  assert.equal((await visitor.send('/logout', { shrimp: 'x' })).status, 422);
  assert.equal((await readAs(site, visitor, '/authcheck')).body.details.authorized, true);
  const shrimp = /name="shrimp" value="([^"]+)"/.exec((await visitor.open('/account/settings')).text)?.[1] ?? '';
  assert.equal((await visitor.send('/logout', { shrimp })).status, 303);
  assert.doesNotMatch(visitor.cookies(), /sess=/);
  const nobody = await visitorOf(site).open('/logout');
  assert.deepEqual([nobody.status, nobody.headers.location], [303, '/']);
});
