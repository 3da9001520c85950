import type { ScreenComponents, ScreenName } from './screens.ts';

type Loaders = { readonly [Name in ScreenName]: () => Promise<ScreenComponents[Name]> };

/** The screens this page can draw by now. */
export interface LoadedScreens {
  readonly components: Partial<ScreenComponents>;
  /** Rejects when the screen does not load. */
  load(screen: ScreenName): Promise<void>;
}

export function createLoadedScreens(loaders: Loaders): LoadedScreens {
  const components: { -readonly [Name in ScreenName]?: ScreenComponents[Name] } = {};
  async function take<Name extends ScreenName>(screen: Name): Promise<void> {
    components[screen] = await loaders[screen]();
  }
  return { components, load: (screen) => take(screen) };
}

/** For the server, which has every screen at hand. */
export function withAllScreens(components: ScreenComponents): LoadedScreens {
  return { components, load: async () => {} };
}
