import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { fetchScreen } from '#src/islands/workspace/api.ts';
import { createWorkspaceModel } from '#src/islands/workspace/model.ts';
import { recentListsOf } from '#src/islands/workspace/recent/lists.ts';
import { placeAt, type ScreenData, screenAt } from '#src/islands/workspace/screens.ts';
import { createFormIsland } from '#views/secrets/create-form.ts';
import { apex, cluster, domain } from '../views/sample-domains.ts';
import { account, colonel, form, recent, recentList } from '../views/sample-workspace.ts';
import { createNetwork, json, t } from './samples.ts';

const NOW_MS = 1_700_000_000_000;
const emptyForm = createFormIsland(form, 'en');
const dashboard: ScreenData = { screen: 'dashboard', form: { ...emptyForm, initialText: 'typed' } };
const list = recentList(recent('aaaa1111'));

interface Options {
  readonly admits?: boolean;
  readonly broken?: string;
}

function setUp({ admits = true, broken }: Options, ...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const [visited, logged, asked, loaded]: string[][] = [[], [], [], []];
  const model = createWorkspaceModel({
    start: dashboard,
    emptyForm,
    admit: async (path) => {
      asked!.push(path);
      return admits;
    },
    load: async (screen) => {
      if (screen === broken) throw new Error('no such chunk');
      loaded!.push(screen);
    },
    fetch: (place) => fetchScreen({ client, t, nowMs: () => NOW_MS }, place),
    go: (url) => void visited!.push(url),
    log: (message) => void logged!.push(message),
  });
  return { ...network, model, visited: visited!, logged: logged!, asked: asked!, loaded: loaded! };
}

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

const plain = { nowMs: NOW_MS, error: null, notice: null };
const ofDomain = () => json({ record: domain(), details: { cluster } });

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
  assert.equal(model.view.value.kind, 'shown');
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
