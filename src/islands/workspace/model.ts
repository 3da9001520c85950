import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { CreateFormIslandProps } from '../create-form/island.tsx';
import type { FetchedData, FetchedPlace } from './api.ts';
import { countFetched } from './recent/lists.ts';
import { EXAMPLE_HOST, type Place, placeAt, type ScreenData, type ScreenName } from './screens.ts';

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
  readonly fetch: (place: FetchedPlace) => Promise<FetchedData>;
  readonly go: (url: string) => void;
  readonly log: (message: string, cause: unknown) => void;
}

export interface WorkspaceModel {
  readonly view: ReadonlySignal<View>;
  /** Recent secrets in the list that was fetched last; null before, when the count in the document holds. */
  readonly fetchedCount: ReadonlySignal<number | null>;
  /**
   * Goes to the screen at a path; of several visits under way the last one counts. If its script has not come before
   * and does not come now either, it loads the page.
   */
  visit(path: string, search?: string): Promise<void>;
  /** Takes over what the server words, in another language: the screen that is shown, the dashboard's empty form. */
  reword(data: ScreenData, emptyForm: CreateFormIslandProps): void;
  /**
   * Gets the script of the screen at a path and keeps the news for it. False, and no news, if that is no longer wanted
   * by then. Rejects when the script does not load.
   */
  prepare(path: string, notice: string, isWanted: () => boolean): Promise<boolean>;
  /**
   * The document knows less than there is by now: counts on the tabs, domains to choose from. From here on
   * the way to a screen that shows them loads the page.
   */
  outdate(): void;
}

/** Screens that hold words of the server, and nothing that somebody has typed into their data. */
const WORDED: ReadonlySet<ScreenName> = new Set([
  'dashboard',
  'recent',
  'account',
  'domains',
  'domain-verify',
  'colonel',
]);
/** Screens that show what the document alone holds. */
const SHOW_DOCUMENT: ReadonlySet<ScreenName> = new Set(['dashboard', 'recent', 'domains']);

export function createWorkspaceModel(deps: WorkspaceDeps): WorkspaceModel {
  const view = signal<View>({ kind: 'shown', screen: deps.start.screen, data: deps.start });
  const fetchedCount = signal<number | null>(null);
  let visits = 0;
  let isOutdated = false;
  let news: string | null = null;
  let { emptyForm } = deps;
  /** A script that has not come may never come: Firefox does not ask again, and another release has it elsewhere. */
  const unresolved = new Set<ScreenName>();

  async function resolve({ screen, domain }: Place): Promise<View> {
    // Taken before anything can fail: on a screen after this one it would say what did not happen there.
    const notice = takeNews();
    const [isLoaded, fetched] = await Promise.all([isThere(screen), dataFor({ screen, domain })]);
    if (!isLoaded) return { kind: 'unresolved', screen };
    if (fetched.failure === null) return { kind: 'shown', screen, data: withNews(fetched.data, notice) };
    if (screen !== 'domain-verify') return { kind: 'failed', screen, message: fetched.failure };
    // The page of a domain goes on loading; only the console says why.
    deps.log('Failed to fetch domain information', fetched.failure);
    return { kind: 'loading', screen };
  }

  async function isThere(screen: ScreenName): Promise<boolean> {
    try {
      await deps.load(screen);
      unresolved.delete(screen);
      return true;
    } catch (cause) {
      deps.log('A screen did not load', cause);
      unresolved.add(screen);
      return false;
    }
  }

  async function dataFor({ screen, domain }: Place): Promise<FetchedData> {
    if (screen === 'dashboard') return { data: { screen, form: emptyForm }, failure: null };
    if (screen !== 'domain-add') return deps.fetch({ screen, domain });
    return { data: { screen, typed: '', example: EXAMPLE_HOST, error: null }, failure: null };
  }

  function show(resolved: View): void {
    if (resolved.kind === 'shown' && resolved.data.screen === 'recent') {
      fetchedCount.value = countFetched(resolved.data.lists) ?? fetchedCount.value;
    }
    view.value = resolved;
  }

  /** Whether only a new page shows the screen as it is by now. */
  function needsPage(screen: ScreenName): boolean {
    return isOutdated && SHOW_DOCUMENT.has(screen);
  }

  async function isLost(screen: ScreenName): Promise<boolean> {
    return unresolved.has(screen) && !(await isThere(screen));
  }

  function takeNews(): string | null {
    const notice = news;
    news = null;
    return notice;
  }

  return {
    view,
    fetchedCount,
    async visit(path, search = '') {
      const place = placeAt(path);
      if (place === null || needsPage(place.screen)) return deps.go(path + search);
      visits += 1;
      const thisVisit = visits;
      view.value = { kind: 'loading', screen: place.screen };
      if (!(await deps.admit(path + search))) return;
      const needsDocument = await isLost(place.screen);
      if (thisVisit !== visits) return;
      if (needsDocument) return deps.go(path + search);
      const resolved = await resolve(place);
      if (thisVisit === visits) show(resolved);
    },
    reword(data, newEmptyForm) {
      emptyForm = newEmptyForm;
      // Another document has come, and it has counted.
      fetchedCount.value = null;
      const { kind, screen } = view.value;
      if (kind !== 'shown' || !WORDED.has(screen) || !areOfOnePlace(view.value.data, data)) return;
      view.value = { kind, screen, data };
    },
    async prepare(path, notice, isWanted) {
      const place = placeAt(path);
      if (place !== null) await deps.load(place.screen);
      if (!isWanted()) return false;
      news = notice;
      return true;
    },
    outdate() {
      isOutdated = true;
    },
  };
}

function withNews(data: ScreenData, notice: string | null): ScreenData {
  return notice !== null && data.screen === 'domain-verify' ? { ...data, notice, isSaid: true } : data;
}

/** Whoever has asked for words may have gone on to another screen, or to that of another domain. */
function areOfOnePlace(shown: ScreenData, data: ScreenData): boolean {
  if (shown.screen === 'domain-verify' && data.screen === 'domain-verify') {
    return shown.domain.identifier === data.domain.identifier;
  }
  return shown.screen === data.screen;
}
