import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentListsOf } from '#src/islands/workspace/recent/lists.ts';
import { screenAt } from '#src/islands/workspace/screens.ts';
import { apex, cluster, domain } from '../views/sample-domains.ts';
import { account, colonel, recent, recentList } from '../views/sample-workspace.ts';
import { json } from './samples.ts';
import { dashboard, emptyForm, ofDomain, plain, setUp } from './workspace-stage.ts';

const list = recentList(recent('aaaa1111'));

test('each address has its screen, with and without a slash, also where a form came back', () => {
  const paths = ['/dashboard', '/recent/', '/account', '/account/password', '/colonel', '/colonel/'];
  assert.deepEqual(paths.map(screenAt), ['dashboard', 'recent', 'account', 'account', 'colonel', 'colonel']);
  const places = ['/account/domains', '/account/domains/add', '/account/domains/x.example/verify'];
  assert.deepEqual(places.map(screenAt), ['domains', 'domain-add', 'domain-verify']);
  assert.equal(screenAt('/account/domains/x.example/remove'), 'domains');
  for (const path of ['/', '/recents', '/account/settings', '/account/domains/x', '/private/x']) {
    assert.equal(screenAt(path), null);
  }
});

test('it begins with what the server has drawn, and asks for nothing', () => {
  const { model, sent } = setUp({});
  assert.deepEqual(model.view.value, { kind: 'shown', screen: 'dashboard', data: dashboard });
  assert.deepEqual(sent, []);
});

test('a visit shows that it is loading, then the screen with what it fetched [REC-11]', async () => {
  const { model, sent, loaded, asked } = setUp({}, json(list));
  const visiting = model.visit('/recent', '?a=1');
  assert.deepEqual(model.view.value, { kind: 'loading', screen: 'recent' });
  await visiting;
  const data = { screen: 'recent', lists: recentListsOf(list) };
  assert.deepEqual(model.view.value, { kind: 'shown', screen: 'recent', data });
  assert.deepEqual([sent[0]?.url, loaded, asked], ['/api/v2/private/recent', ['recent'], ['/recent?a=1']]);
});

test('how many recent secrets there are is known from the last list, on other screens too', async () => {
  const { model } = setUp({}, json(recentList(recent('aaaa1111'), recent('bbbb2222', { is_destroyed: true }))));
  assert.equal(model.fetchedCount.value, null);
  for (const path of ['/recent', '/dashboard']) await model.visit(path);
  assert.equal(model.fetchedCount.value, 2);
  model.reword(dashboard, emptyForm);
  assert.equal(model.fetchedCount.value, null, 'a new document has counted anew');
});

test('account and colonel come from their own addresses [API-12 API-21]', async () => {
  const { model, sent } = setUp({}, json({ record: account }), json({ record: colonel }));
  await model.visit('/account');
  const shown = { screen: 'account', account, error: null, notice: null };
  assert.deepEqual(model.view.value, { kind: 'shown', screen: 'account', data: shown });
  await model.visit('/colonel/');
  assert.deepEqual(model.view.value, { kind: 'shown', screen: 'colonel', data: { screen: 'colonel', colonel } });
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['/api/v2/account', '/api/v2/colonel'],
  );
});

test('back on the dashboard the form is empty and nothing was fetched', async () => {
  const { model, sent } = setUp({});
  await model.visit('/dashboard');
  const data = { screen: 'dashboard', form: emptyForm };
  assert.deepEqual([model.view.value, sent], [{ kind: 'shown', screen: 'dashboard', data }, []]);
});

test('an address that is no screen is loaded as a page', async () => {
  const { model, visited } = setUp({});
  await model.visit('/account/settings', '?a=1');
  assert.deepEqual([visited, model.view.value.kind], [['/account/settings?a=1'], 'shown']);
});

test('a failed fetch is said on the screen, and so is an answer of another shape [ERR-07 ERR-08]', async () => {
  const { model } = setUp({}, json({}, 500), json({ records: [] }), json({ record: {} }), json({ record: {} }));
  const messages: unknown[] = [];
  for (const path of ['/recent', '/recent', '/account', '/colonel']) {
    await model.visit(path);
    messages.push(model.view.value.kind === 'failed' && model.view.value.message);
  }
  const unexpected = 'Unexpected response format';
  assert.deepEqual(messages, ['Failed to fetch data from /api/v2/private/recent', unexpected, unexpected, unexpected]);
});

test('a screen whose script does not load is unresolved, and the cause is logged [ERR-10]', async () => {
  const { model, logged } = setUp({ broken: 'recent' }, json(list));
  await model.visit('/recent');
  assert.deepEqual(model.view.value, { kind: 'unresolved', screen: 'recent' });
  assert.deepEqual(logged, ['A screen did not load']);
});

test('a screen whose script has not come and does not come again is asked for as a page', async () => {
  const { model, visited, sent } = setUp({ broken: 'recent' }, json(list));
  for (const path of ['/recent', '/dashboard']) await model.visit(path);
  await model.visit('/recent', '?a=1');
  assert.deepEqual([visited, sent.length, model.view.value.kind], [['/recent?a=1'], 1, 'loading']);
});

test('a screen whose script comes the second time is shown where it is', async () => {
  const { model, visited } = setUp({ broken: 'recent', failures: 1 }, json(list), json(list), json(list));
  const kinds: string[] = [];
  for (const _ of [1, 2, 3]) {
    await model.visit('/recent');
    kinds.push(model.view.value.kind);
  }
  assert.deepEqual([kinds, visited], [['unresolved', 'shown', 'shown'], []]);
});

test('who has gone on while a script was asked for again is not led to its page', async () => {
  const { model, visited } = setUp({ broken: 'recent' }, json(list));
  await model.visit('/recent');
  await Promise.all([model.visit('/recent'), model.visit('/dashboard')]);
  assert.deepEqual([visited, model.view.value.screen], [[], 'dashboard']);
});

test('news for a screen is shown there once [DOM-10]', async () => {
  const { model, loaded } = setUp({}, ofDomain(), ofDomain());
  const path = '/account/domains/vault.example.net/verify';
  await model.prepare(path, 'Domain added successfully.', () => true);
  assert.deepEqual(loaded, ['domain-verify']);
  const notices: unknown[] = [];
  for (const _ of [1, 2]) {
    await model.visit(path);
    const { value } = model.view;
    notices.push(value.kind === 'shown' && 'notice' in value.data && value.data.notice);
  }
  assert.deepEqual(notices, ['Domain added successfully.', null]);
});

test('news for a screen that does not come is not shown on another', async () => {
  const { model } = setUp({}, json({}, 500), json({ record: account }));
  await model.prepare('/account/domains/vault.example.net/verify', 'Domain added successfully.', () => true);
  await model.visit('/account/domains/vault.example.net/verify');
  await model.visit('/account');
  const data = { screen: 'account', account, error: null, notice: null };
  assert.deepEqual(model.view.value, { kind: 'shown', screen: 'account', data });
});

test('news that is not wanted any more when the script is there is kept for no screen', async () => {
  const { model } = setUp({}, ofDomain());
  const path = '/account/domains/vault.example.net/verify';
  assert.equal(await model.prepare(path, 'Domain added successfully.', () => false), false);
  await model.visit(path);
  const { value } = model.view;
  assert.equal(value.kind === 'shown' && 'notice' in value.data && value.data.notice, null);
});

test('a screen whose script does not come cannot be prepared [DOM-11]', async () => {
  const { model } = setUp({ broken: 'domain-verify' });
  await assert.rejects(model.prepare('/account/domains/vault.example.net/verify', 'News.', () => true));
});

test('once the document is out of date, what shows it is loaded as a page', async () => {
  const { model, visited, sent } = setUp({}, json({ record: account }));
  model.outdate();
  for (const path of ['/dashboard', '/recent', '/account/domains']) await model.visit(path);
  assert.deepEqual([visited, sent], [['/dashboard', '/recent', '/account/domains'], []]);
  await model.visit('/account');
  assert.deepEqual([model.view.value.kind, model.view.value.screen], ['shown', 'account']);
});

test('whoever is not let in gets neither script nor data [SHELL-08]', async () => {
  const { model, sent, loaded } = setUp({ admits: false });
  await model.visit('/recent');
  assert.deepEqual([sent, loaded, model.view.value.kind], [[], [], 'loading']);
});

test('of two visits under way the later one is shown, whichever is answered last', async () => {
  const { model } = setUp({}, json(list), json({ record: account }));
  await Promise.all([model.visit('/recent'), model.visit('/account')]);
  assert.equal(model.view.value.screen, 'account');
  const { model: other } = setUp({}, json(list));
  const first = other.visit('/recent');
  await other.visit('/dashboard');
  await first;
  assert.equal(other.view.value.screen, 'dashboard');
});

test('words in another language are for the screen that is shown, and for its domain alone', async () => {
  const { model } = setUp({}, ofDomain());
  await model.visit('/account/domains/vault.example.net/verify');
  const shown = model.view.value;
  const data = { screen: 'domain-verify', domain: domain(), cluster, ...plain, notice: 'Bonjour' } as const;
  model.reword({ ...data, domain: apex }, emptyForm);
  model.reword({ screen: 'account', account, error: null, notice: null }, emptyForm);
  assert.equal(model.view.value, shown);
  model.reword(data, emptyForm);
  assert.deepEqual(model.view.value, { kind: 'shown', screen: 'domain-verify', data });
});
