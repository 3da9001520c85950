import type { Request } from 'express';
import type { AppDeps } from '#src/app.ts';
import { showForgotAgain } from '#src/features/accounts/forgot-pages.ts';
import { showSignInAgain } from '#src/features/accounts/sign-in-pages.ts';
import { showSignUpAgain } from '#src/features/accounts/sign-up-pages.ts';
import { BRAND_FORM, showBrandAgain } from '#src/features/domains/brand-pages.ts';
import { showFeedbackForm } from '#src/features/feedback/feedback-pages.ts';
import { showIncomingForm } from '#src/features/incoming/incoming-pages.ts';
import { showHome } from '#src/features/secrets/home-pages.ts';
import { showDashboard } from '#src/features/secrets/workspace-pages.ts';
import type { Refusal } from '#src/http/refusals.ts';
import type { RefuseByPage } from '#src/http/routes.ts';

type Forms = Pick<AppDeps, 'secrets' | 'accounts' | 'feedback' | 'incoming' | 'brand' | 'drawWorkspace'>;

/** What comes back instead of a page that says why. */
export type KeptForms = Pick<AppDeps, 'showLimited' | 'refuseFailed'>;

/** A form that somebody has written into comes back with its text; anything else is a page that says why. */
export function composeKeptForms(deps: Forms): KeptForms {
  const { refusePage } = deps.secrets.answers;
  const forms = formsOf(deps);
  const formOf = ({ method, path }: Request) => (method === 'POST' ? forms.get(formPathOf(path)) : undefined);
  return {
    showLimited: (request, response, refusal) => (formOf(request) ?? refusePage)(request, response, refusal),
    refuseFailed: async (request, response, refusal) => {
      // Without a body there is no text to keep, and the host that was asked for may not even be ours.
      const form = request.body !== undefined && isOfStore(refusal) ? formOf(request) : undefined;
      if (form === undefined) return refusePage(request, response, refusal);
      try {
        await form(request, response, refusal);
      } catch {
        // What is drawn around a form may need the store, too.
        refusePage(request, response, refusal);
      }
    },
  };
}

const BRAND = '/account/domains/:domain/brand';

/** The path of a form without its own part: the plan that is signed up for, or the domain whose brand it is. */
function formPathOf(path: string): string {
  const trimmed = path.replace(/(?<=.)\/$/, '');
  return trimmed.replace(/^\/signup\/[^/]+/, '/signup').replace(BRAND_FORM, BRAND);
}

function formsOf({
  secrets,
  accounts,
  feedback,
  incoming,
  brand,
  drawWorkspace,
}: Forms): ReadonlyMap<string, RefuseByPage> {
  const { isEnabled, hasSignin, hasSignup } = accounts.authentication;
  const forms = new Map<string, RefuseByPage>([
    ['/', (...asked) => showHome(secrets, ...asked)],
    ['/dashboard', (...asked) => showDashboard(secrets, drawWorkspace, ...asked)],
  ]);
  if (hasSignin) forms.set('/signin', (...asked) => showSignInAgain(accounts, ...asked));
  if (isEnabled) forms.set('/forgot', (...asked) => showForgotAgain(accounts, ...asked));
  if (hasSignup) forms.set('/signup', (...asked) => showSignUpAgain(accounts, ...asked));
  if (feedback.isEnabled) forms.set('/feedback', (...asked) => showFeedbackForm(feedback, ...asked));
  if (incoming !== null) forms.set('/incoming', (...asked) => showIncomingForm(incoming, ...asked));
  if (brand !== null) forms.set(BRAND, (...asked) => showBrandAgain(brand, ...asked));
  return forms;
}

function isOfStore({ kind }: Refusal): boolean {
  return kind === 'store-away' || kind === 'store-uncertain';
}
