import type { ComposeDeps } from '#src/compose.ts';
import type { ColonelFaceDeps } from '#src/features/colonel/colonel-api.ts';
import { createColonelOverview } from '#src/features/colonel/colonel-service.ts';
import type { FeedbackService } from '#src/features/feedback/feedback-service.ts';
import { utcStamp } from '#src/features/secrets/stamps.ts';
import type { Ground } from './ground.ts';

/** The administrator's overview and its faces. */
export function composeColonel(deps: ComposeDeps, ground: Ground, feedback: FeedbackService): ColonelFaceDeps {
  const { store, mailer, now } = deps;
  const { askers, answers } = ground;
  const overview = createColonelOverview({
    ...{ store: store.colonel, accounts: store.accounts, sessions: store.sessions, mailer, utcStamp, now },
    feedback: (nowMs) => feedback.colonelView(nowMs),
    isColonel: askers.isColonel,
  });
  return { overview, askers, answers };
}
