import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { callAs, customerOf } from '../features/accounts/people.ts';
import { createTestApp } from '../support/app.ts';

const HOST = 'localhost:3000';
const site = createTestApp({ after }, { hasLightPassphrases: true, env: { HUSHLINK_SITE_HOST: HOST } });

const written = (text: string, encoding: BufferEncoding) => `Basic ${Buffer.from(text, encoding).toString('base64')}`;
const authcheck = (face: string, authorization: string) =>
  supertest(site.app).get(`/api/${face}/authcheck`).set('Host', HOST).set('Authorization', authorization);

test('a token is right in whichever way a program writes the letters of its address', async () => {
  for (const address of ['jürgen@example.org', 'ann@bücher.example']) {
    const customer = await customerOf(site, address);
    const token = String((await callAs(site, customer, '/account/apitoken', {})).body.record.apitoken);
    for (const encoding of ['utf8', 'latin1'] as const) {
      const { body } = await authcheck('v2', written(`${address}:${token}`, encoding)).expect(200);
      assert.equal(body.custid, address, encoding);
      await authcheck('v1', written(`${address}:${token}`, encoding)).expect(200);
      await authcheck('v2', written(`${address}:another`, encoding)).expect(401);
      await authcheck('v2', written(`${address.replace('ü', 'û')}:${token}`, encoding)).expect(401);
    }
  }
});
