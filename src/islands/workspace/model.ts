import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { CreateFormIslandProps } from '../create-form/island.tsx';
import type { FetchedData, FetchedScreen } from './api.ts';
import { type ScreenData, type ScreenName, screenAt } from './screens.ts';

/** What stands below the tabs. */
export type View =
  | { readonly kind: 'loading'; readonly screen: ScreenName }
  | { readonly kind: 'shown'; readonly screen: ScreenName; readonly data: ScreenData }
  | { readonly kind: 'failed'; readonly screen: ScreenName; readonly message: string }
  /** The screen's own script did not load. */
  | { readonly kind: 'unresolved'; readonly screen: ScreenName };

export interface WorkspaceDeps {
  /** What the server has drawn. */
  readonly start: ScreenData;
  /** For the way to the dashboard: nothing in it, nothing wrong with it. */
  readonly emptyForm: CreateFormIslandProps;
  /** Whether the visitor may go there; has sent them elsewhere if not. */
  readonly admit: (path: string) => Promise<boolean>;
  /** Rejects when the script does not load. */
  readonly load: (screen: ScreenName) => Promise<void>;
  readonly fetch: (screen: FetchedScreen) => Promise<FetchedData>;
  readonly go: (url: string) => void;
  readonly log: (message: string, cause: unknown) => void;
}

export interface WorkspaceModel {
  readonly view: ReadonlySignal<View>;
  /** Goes to the screen at a path; of several visits under way the last one counts. */
  visit(path: string, search?: string): Promise<void>;
}

export function createWorkspaceModel(deps: WorkspaceDeps): WorkspaceModel {
  const view = signal<View>({ kind: 'shown', screen: deps.start.screen, data: deps.start });
  let visits = 0;

  async function resolve(screen: ScreenName): Promise<View> {
    const [isLoaded, fetched] = await Promise.all([isThere(screen), dataFor(screen)]);
    if (!isLoaded) return { kind: 'unresolved', screen };
    if (fetched.failure !== null) return { kind: 'failed', screen, message: fetched.failure };
    return { kind: 'shown', screen, data: fetched.data };
  }

  async function isThere(screen: ScreenName): Promise<boolean> {
    try {
      await deps.load(screen);
      return true;
    } catch (cause) {
      deps.log('A screen did not load', cause);
      return false;
    }
  }

  async function dataFor(screen: ScreenName): Promise<FetchedData> {
    if (screen !== 'dashboard') return deps.fetch(screen);
    return { data: { screen, form: deps.emptyForm }, failure: null };
  }

  return {
    view,
    async visit(path, search = '') {
      const screen = screenAt(path);
      if (screen === null) return deps.go(path + search);
      visits += 1;
      const thisVisit = visits;
      view.value = { kind: 'loading', screen };
      if (!(await deps.admit(path + search))) return;
      const resolved = await resolve(screen);
      if (thisVisit === visits) view.value = resolved;
    },
  };
}
