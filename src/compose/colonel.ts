import type { ComposeDeps } from '#src/compose.ts';
import type { ColonelFaceDeps } from '#src/features/colonel/colonel-api.ts';
import { createColonelOverview } from '#src/features/colonel/colonel-service.ts';
import type { BillingState } from '#src/features/colonel/colonel-wire.ts';
import type { FeedbackService } from '#src/features/feedback/feedback-service.ts';
import type { Ground } from './ground.ts';

interface Others {
  readonly feedback: FeedbackService;
  readonly billing: BillingState;
}

/** The administrator's overview and its faces. */
export function composeColonel(deps: ComposeDeps, ground: Ground, others: Others): ColonelFaceDeps {
  const { store, mailer, now } = deps;
  const { askers, answers, plans } = ground;
  const overview = createColonelOverview({
    ...{ store: store.colonel, accounts: store.accounts, sessions: store.sessions, mailer, plans, now },
    feedback: (nowMs) => others.feedback.colonelView(nowMs),
    billing: others.billing,
    isColonel: askers.isColonel,
  });
  return { overview, askers, answers };
}
