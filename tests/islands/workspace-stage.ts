import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { fetchScreen } from '#src/islands/workspace/api.ts';
import { createWorkspaceModel } from '#src/islands/workspace/model.ts';
import type { ScreenData } from '#src/islands/workspace/screens.ts';
import { createFormIsland } from '#views/secrets/create-form.ts';
import { cluster, domain } from '../views/sample-domains.ts';
import { form } from '../views/sample-workspace.ts';
import { createNetwork, json, t } from './samples.ts';

export const NOW_MS = 1_700_000_000_000;
export const emptyForm = createFormIsland(form, 'en');
export const dashboard: ScreenData = { screen: 'dashboard', form: { ...emptyForm, initialText: 'typed' } };

/** How a screen of domains begins. */
export const plain = { nowMs: NOW_MS, error: null, notice: null };
export const ofDomain = () => json({ record: domain(), details: { cluster } });

interface Options {
  readonly admits?: boolean;
  readonly broken?: string;
  /** How often that screen does not load before it does. */
  readonly failures?: number;
}

/** The model of the workspace, on its dashboard, before a network that gives these answers. */
export function setUp(
  { admits = true, broken, failures = Number.POSITIVE_INFINITY }: Options,
  ...answers: readonly (Response | Error)[]
) {
  let failuresLeft = failures;
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
      if (screen === broken && failuresLeft-- > 0) throw new Error('no such chunk');
      loaded!.push(screen);
    },
    fetch: (place) => fetchScreen({ client, t, nowMs: () => NOW_MS }, place),
    go: (url) => void visited!.push(url),
    log: (message) => void logged!.push(message),
  });
  return { ...network, model, visited: visited!, logged: logged!, asked: asked!, loaded: loaded! };
}
