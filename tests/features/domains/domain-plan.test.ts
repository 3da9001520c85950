import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import express from 'express';
import supertest from 'supertest';
import { composeDomainFace, composeDomainService } from '#src/compose/domains.ts';
import { createGround } from '#src/compose/ground.ts';
import { createDomainApi } from '#src/features/domains/domain-api.ts';
import { createDomainPages } from '#src/features/domains/domain-pages.ts';
import { createPlans } from '#src/features/plans/plan.ts';
import { jsonOf } from '../../durability/client.ts';
import { memberOf, openDomainSite, prove, tagOf } from './stage.ts';

const site = await openDomainSite({ after });
const member = await memberOf(site);
const { apitoken } = jsonOf(await member.call('/account/apitoken', {})).record;

/** The same site with a plan that has no custom domains. */
function openWithoutDomains() {
  const { composed, config } = site;
  const plans = createPlans({ ...config.plans, hasMail: false, hasDomains: false });
  const ground = { ...createGround(composed), plans };
  const drawWorkspace = async () => assert.fail('nothing is to be drawn');
  const face = composeDomainFace(composed, ground, { service: composeDomainService(composed), drawWorkspace });
  assert.ok(face);
  const app = express();
  app.use('/pages', ground.askers.recogniseProgram, createDomainPages(face));
  app.use(ground.askers.recogniseProgram, createDomainApi(face));
  return app;
}

const poor = openWithoutDomains();
const ask = (method: 'get' | 'post', path: string) =>
  supertest(poor)[method](path).set('Host', 'hush.example').auth(member.address, apitoken);

test('without custom domains in the plan none is added or verified, and the reason is the plan [GEN-08]', async () => {
  await prove(site, 'kept.example.com', { ownerTag: await tagOf(site, member.address) });
  for (const path of ['/account/domains/add', '/account/domains/kept.example.com/verify']) {
    const { status, body } = await ask('post', path).send({ domain: 'new.example.com' });
    assert.deepEqual([status, body.error_type], [422, 'PlanLimit'], path);
  }
  for (const [method, path] of [
    ['get', '/pages/account/domains/add'],
    ['post', '/pages/account/domains/add'],
    ['post', '/pages/account/domains/kept.example.com/verify'],
  ] as const) {
    const page = await ask(method, path);
    assert.equal(page.status, 422, path);
    assert.ok(page.text.includes('Your plan has no custom domains.'));
  }
});

test('what a customer has from a better plan can be looked at and removed without it [GEN-08]', async () => {
  const { body } = await ask('get', '/account/domains');
  assert.deepEqual([body.count, body.records[0].display_domain], [1, 'kept.example.com']);
  assert.equal((await ask('get', '/account/domains/kept.example.com')).status, 200);
  assert.equal((await ask('post', '/account/domains/kept.example.com/remove')).status, 200);
  assert.equal((await ask('get', '/account/domains')).body.count, 0);
});
