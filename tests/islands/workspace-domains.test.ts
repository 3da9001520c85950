import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeAt } from '#src/islands/workspace/screens.ts';
import { apex, cluster, domain } from '../views/sample-domains.ts';
import { json } from './samples.ts';
import { ofDomain, plain, setUp } from './workspace-stage.ts';

test('the domain that a path names is the one to fetch, however it is written there', () => {
  const domainAt = (path: string) => placeAt(path)?.domain;
  assert.equal(domainAt('/account/domains/x.example/verify'), 'x.example');
  assert.equal(domainAt('/account/domains/b%C3%BCcher.example/brand/'), 'bücher.example');
  assert.equal(domainAt('/account/domains/bücher.example/verify'), 'bücher.example');
  assert.equal(domainAt('/account/domains/%zz/verify'), '%zz');
  assert.equal(domainAt('/account/domains'), null);
});

test('domains come as a list, one domain with where it is to lead [API-13 API-14]', async () => {
  const { model, sent } = setUp({}, json({ records: [domain(), apex] }), ofDomain(), ofDomain());
  const shown = () => model.view.value.kind === 'shown' && model.view.value.data;
  await model.visit('/account/domains');
  assert.deepEqual(shown(), { screen: 'domains', domains: [domain(), apex], ...plain });
  await model.visit('/account/domains/b%C3%BCcher.example/verify');
  assert.deepEqual(shown(), { screen: 'domain-verify', domain: domain(), cluster, ...plain });
  await model.visit('/account/domains/vault.example.net/brand');
  assert.deepEqual(shown(), { screen: 'domain-brand', domain: domain(), error: null, notice: null });
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['', '/b%C3%BCcher.example', '/vault.example.net'].map((path) => `/api/v2/account/domains${path}`),
  );
});

test('ages and waiting times of domains count by the clock of the server, however wrong this one is', async () => {
  const details = { cluster, now: 1_600_000_000 };
  const { model } = setUp({}, json({ records: [domain()], details }), json({ record: domain(), details }));
  for (const path of ['/account/domains', '/account/domains/vault.example.net/verify']) {
    await model.visit(path);
    const shown = model.view.value.kind === 'shown' && model.view.value.data;
    assert.equal(shown && 'nowMs' in shown && shown.nowMs, 1_600_000_000_000, path);
  }
});

test('the form for a domain needs nothing from the server', async () => {
  const { model, sent } = setUp({});
  await model.visit('/account/domains/add');
  const data = { screen: 'domain-add', typed: '', example: 'secrets.example.com', error: null };
  assert.deepEqual([model.view.value, sent], [{ kind: 'shown', screen: 'domain-add', data }, []]);
});

test('a domain that cannot be fetched stays loading, and only the log knows [ERR-16 DOM-17]', async () => {
  for (const answer of [json({}, 404), json({}, 500), json({ record: {} }), new Error('away')]) {
    const { model, logged } = setUp({}, answer);
    await model.visit('/account/domains/x.example/verify');
    assert.deepEqual(model.view.value, { kind: 'loading', screen: 'domain-verify' });
    assert.deepEqual(logged, ['Failed to fetch domain information']);
  }
});

test('a list of domains that cannot be fetched or drawn is said on the screen [ERR-07 ERR-08]', async () => {
  const { model } = setUp({}, json({}, 500), json({ records: [{ display_domain: 'x.example' }] }));
  for (const message of ['Failed to fetch data from /api/v2/account/domains', 'Unexpected response format']) {
    await model.visit('/account/domains');
    assert.deepEqual(model.view.value, { kind: 'failed', screen: 'domains', message });
  }
});
