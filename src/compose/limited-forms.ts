import type { AppDeps } from '#src/app.ts';
import { showFeedbackForm } from '#src/features/feedback/feedback-pages.ts';
import { showIncomingForm } from '#src/features/incoming/incoming-pages.ts';
import type { ShowLimited } from '#src/features/limits/limits-http.ts';
import { showHome } from '#src/features/secrets/home-pages.ts';
import { showDashboard } from '#src/features/secrets/workspace-pages.ts';

type Forms = Pick<AppDeps, 'secrets' | 'feedback' | 'incoming' | 'drawWorkspace'>;

/** A form that somebody has written into comes back with its text; anything else is a page that says why. */
export function composeLimitedForms({ secrets, feedback, incoming, drawWorkspace }: Forms): ShowLimited {
  const forms = new Map<string, ShowLimited>([
    ['/', (...asked) => showHome(secrets, ...asked)],
    ['/dashboard', (...asked) => showDashboard(secrets, drawWorkspace, ...asked)],
  ]);
  if (feedback.isEnabled) forms.set('/feedback', (...asked) => showFeedbackForm(feedback, ...asked));
  if (incoming !== null) forms.set('/incoming', (...asked) => showIncomingForm(incoming, ...asked));
  return (request, response, refusal) => {
    const show = request.method === 'POST' ? forms.get(request.path.replace(/(?<=.)\/$/, '')) : undefined;
    return (show ?? secrets.answers.refusePage)(request, response, refusal);
  };
}
