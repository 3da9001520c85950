import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { fetchScreen } from '#src/islands/workspace/api.ts';
import { createLoadedScreens } from '#src/islands/workspace/loaded-screens.ts';
import { createWorkspaceModel } from '#src/islands/workspace/model.ts';
import { recentListsOf } from '#src/islands/workspace/recent/lists.ts';
import { type ScreenData, screenAt } from '#src/islands/workspace/screens.ts';
import { createFormIsland } from '#views/secrets/create-form.ts';
import { account, colonel, form, recent, recentList } from '../views/sample-workspace.ts';
import { createNetwork, json, t } from './samples.ts';

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
    fetch: (screen) => fetchScreen(client, screen, t),
    go: (url) => void visited!.push(url),
    log: (message) => void logged!.push(message),
  });
  return { ...network, model, visited: visited!, logged: logged!, asked: asked!, loaded: loaded! };
}

test('each address has its screen, with and without a slash, also where a form came back', () => {
  const paths = ['/dashboard', '/recent/', '/account', '/account/password', '/colonel', '/colonel/'];
  assert.deepEqual(paths.map(screenAt), ['dashboard', 'recent', 'account', 'account', 'colonel', 'colonel']);
  for (const path of ['/', '/recents', '/account/settings', '/account/domains', '/private/x']) {
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

test('a loaded screen stays at hand', async () => {
  const Screen = () => null;
  let loads = 0;
  const load = async () => {
    loads += 1;
    return Screen;
  };
  const screens = createLoadedScreens({ dashboard: load, recent: load, account: load, colonel: load });
  assert.deepEqual(screens.components, {});
  await screens.load('recent');
  assert.deepEqual([screens.components, loads], [{ recent: Screen }, 1]);
});
