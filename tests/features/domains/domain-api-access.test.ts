import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf } from '../../durability/client.ts';
import { addDomain, DOMAINS_ON, memberOf, openDomainSite, prove, under } from './stage.ts';

const site = await openDomainSite({ after });

test('without a token of the page nothing changes, with a session cookie [API-15 API-16 API-17]', async () => {
  const member = await memberOf(site);
  const record = await addDomain(member, 'forged.example.org');
  site.clock.advance(30_000);
  for (const deed of ['add', 'forged.example.org/verify', 'forged.example.org/remove']) {
    const forged = await site.client.ask(`/api/v2/account/domains/${deed}`, {
      method: 'POST',
      headers: { Cookie: member.cookie },
      body: { domain: 'more.example.org' },
    });
    assert.deepEqual([forged.status, jsonOf(forged).error_type], [422, 'BadShrimp'], deed);
  }
  const { records: listed } = jsonOf(await member.read('/account/domains'));
  assert.deepEqual(listed, [{ ...record, vhost: null }]);
});

test('a token of the API needs no other, and nobody at all is not authorized', async () => {
  const member = await memberOf(site);
  const { apitoken } = jsonOf(await member.call('/account/apitoken', {})).record;
  const Authorization = `Basic ${Buffer.from(`${member.address}:${apitoken}`).toString('base64')}`;
  const body = { domain: 'program.example.org' };
  const added = await site.client.ask('/api/v2/account/domains/add', {
    method: 'POST',
    headers: { Authorization },
    body,
  });
  assert.equal(added.status, 200);
  for (const [method, path] of [
    ...[
      ['GET', ''],
      ['POST', '/add'],
      ['GET', '/program.example.org'],
    ],
    ...[
      ['POST', '/program.example.org/verify'],
      ['POST', '/program.example.org/remove'],
    ],
  ] as const) {
    const answer = await site.client.ask(`/api/v2/account/domains${path}`, { method });
    assert.deepEqual([answer.status, jsonOf(answer).error_type], [401, 'NotAuthorized'], path);
  }
});

test('on a site without custom domains there is nothing of this, neither as JSON nor as pages [GEN-08]', async (t) => {
  const plain = await openDomainSite(t, { env: { ...DOMAINS_ON, HUSHLINK_DOMAINS_ENABLED: 'false' } });
  const member = await memberOf(plain);
  for (const path of ['', '/add', '/a.example.org', '/a.example.org/verify', '/a.example.org/remove']) {
    assert.equal((await member.read(`/account/domains${path}`)).status, 404, path);
    assert.equal((await member.call(`/account/domains${path}`, {})).status, 404, path);
    const headers = { Cookie: member.cookie };
    assert.equal((await plain.client.ask(`/account/domains${path}`, { headers })).status, 404, path);
    assert.equal((await member.post(`/account/domains${path}`, {})).status, 404, path);
  }
  await prove(plain, 'a.example.org');
  assert.equal((await under(plain, 'a.example.org').ask('/')).status, 421);
});
