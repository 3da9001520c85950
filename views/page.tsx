import type { Translate } from '#src/ui/texts.tsx';
import { renderDocument } from './layout/document.tsx';
import type { PageAssets } from './page-assets.ts';
import type { Page, PageContext } from './page-props.ts';
import { errorScreen } from './pages/error-page.tsx';
import { notFoundScreen } from './pages/not-found-page.tsx';
import type { Screen, ScreenContext } from './screen.ts';
import { burnScreen } from './secrets/burn-page.tsx';
import { homeScreen } from './secrets/home-page.tsx';
import { privateScreen } from './secrets/private-page.tsx';
import { recipientBurnScreen } from './secrets/recipient-burn-page.tsx';
import { goneScreen } from './secrets/secret-gone-page.tsx';
import { secretScreen } from './secrets/secret-page.tsx';

export type { PageAssets } from './page-assets.ts';

export interface RenderDeps {
  readonly t: Translate;
  readonly assets: PageAssets;
}

/** Turns a page and its facts into a whole document. */
export function renderPage(page: Page, context: PageContext, { t, assets }: RenderDeps): string {
  return renderDocument(screenOf(page, { context, t }), context, t, assets);
}

function screenOf(page: Page, screen: ScreenContext): Screen {
  switch (page.name) {
    case 'home':
      return homeScreen(page.props, screen);
    case 'private':
      return privateScreen(page.props, screen);
    case 'burn':
      return burnScreen(page.props, screen);
    case 'secret':
      return secretScreen(page.props, screen);
    case 'secret-gone':
      return goneScreen(page.props, screen);
    case 'recipient-burn':
      return recipientBurnScreen(page.props, screen);
    case 'not-found':
      return notFoundScreen(screen);
    case 'error':
      return errorScreen(page.props, screen);
  }
}
