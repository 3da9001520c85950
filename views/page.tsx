import type { Translate } from '#src/ui/texts.tsx';
import { forgotScreen } from './accounts/forgot-page.tsx';
import { resetScreen } from './accounts/reset-page.tsx';
import { settingsScreen } from './accounts/settings-page.tsx';
import { signInScreen } from './accounts/sign-in-page.tsx';
import { signOutScreen } from './accounts/sign-out-page.tsx';
import { signUpScreen } from './accounts/sign-up-page.tsx';
import { paymentStopScreen } from './billing/payment-stop-page.tsx';
import { referenceScreen } from './docs/reference-page.tsx';
import { feedbackScreen } from './feedback/feedback-page.tsx';
import { incomingScreen } from './incoming/incoming-page.tsx';
import { articleScreen } from './info/article-page.tsx';
import { translationsScreen } from './info/translations-page.tsx';
import { renderDocument } from './layout/document.tsx';
import type { PageAssets } from './page-assets.ts';
import type { Page, PageContext } from './page-props.ts';
import { errorScreen } from './pages/error-page.tsx';
import { notFoundScreen } from './pages/not-found-page.tsx';
import { planScreen } from './plans/plan-page.tsx';
import { pricingScreen } from './plans/pricing-page.tsx';
import type { Screen, ScreenContext } from './screen.ts';
import { burnScreen } from './secrets/burn-page.tsx';
import { homeScreen } from './secrets/home-page.tsx';
import { privateScreen } from './secrets/private-page.tsx';
import { recipientBurnScreen } from './secrets/recipient-burn-page.tsx';
import { goneScreen } from './secrets/secret-gone-page.tsx';
import { secretScreen } from './secrets/secret-page.tsx';
import { workspaceScreen } from './workspace/workspace-page.tsx';

export interface RenderDeps {
  readonly t: Translate;
  readonly assets: PageAssets;
}

/** Turns a page and its facts into a whole document. */
export function renderPage(page: Page, context: PageContext, { t, assets }: RenderDeps): string {
  const screen = screenOf(page, { context, t });
  return renderDocument({ ...screen, isRefused: isRefused(page) }, context, t, assets);
}

function isRefused({ props }: Page): boolean {
  const form = 'form' in props ? props.form : null;
  return ('error' in props && props.error !== null) || (form?.error ?? null) !== null;
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
    case 'sign-in':
      return signInScreen(page.props, screen);
    case 'sign-up':
      return signUpScreen(page.props, screen);
    case 'forgot':
      return forgotScreen(page.props, screen);
    case 'reset':
      return resetScreen(page.props, screen);
    case 'sign-out':
      return signOutScreen(page.props, screen);
    case 'settings':
      return settingsScreen(page.props, screen);
    case 'feedback':
      return feedbackScreen(page.props, screen);
    case 'incoming':
      return incomingScreen(page.props, screen);
    case 'workspace':
      return workspaceScreen(page.props, screen);
    case 'pricing':
      return pricingScreen(page.props, screen);
    case 'plan':
      return planScreen(page.props, screen);
    case 'payment-stop':
      return paymentStopScreen(page.props, screen);
    case 'article':
      return articleScreen(page.props, screen);
    case 'translations':
      return translationsScreen(page.props, screen);
    case 'reference':
      return referenceScreen(page.props, screen);
    case 'not-found':
      return notFoundScreen(screen);
    case 'error':
      return errorScreen(page.props, screen);
  }
}
