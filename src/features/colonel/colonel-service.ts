import type { AccountStore } from '#src/features/accounts/account-store.ts';
import type { Customer } from '#src/features/accounts/customer.ts';
import type { ColonelFeedback } from '#src/features/feedback/feedback-service.ts';
import type { Plans } from '#src/features/plans/plan.ts';
import type { SessionStore } from '#src/features/sessions/session-store.ts';
import type { Mailer } from '#src/mail/mail-port.ts';
import { toSeconds } from '#src/values/seconds.ts';
import { DAY_MS } from '#src/values/spans.ts';
import { utcStamp } from '#src/values/utc-stamp.ts';
import type { ColonelStore } from './colonel-store.ts';
import type {
  BillingState,
  ColonelCountsWire,
  ColonelCustomerWire,
  ColonelRecordWire,
  DayCountWire,
} from './colonel-wire.ts';

export interface ColonelDeps {
  readonly store: ColonelStore;
  readonly accounts: Pick<AccountStore, 'recent' | 'count' | 'countSince'>;
  readonly sessions: Pick<SessionStore, 'countSeenSince'>;
  readonly mailer: Pick<Mailer, 'totals'>;
  readonly feedback: (nowMs: number) => Promise<ColonelFeedback>;
  readonly billing: BillingState;
  readonly plans: Pick<Plans, 'ofCustomer'>;
  readonly isColonel: (customer: Customer) => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Everything the administrator's page shows. Nothing in it scans: each number is kept. */
export type ColonelOverview = () => Promise<ColonelRecordWire>;

const DAYS_SHOWN = 14;
const ACTIVE_MS = 5 * 60_000;
const RECENT_CUSTOMERS = 50;

export function createColonelOverview(deps: ColonelDeps): ColonelOverview {
  return async () => {
    const nowMs = deps.now();
    const [feedback, customers, days, redis_info] = await Promise.all([
      deps.feedback(nowMs),
      deps.accounts.recent(RECENT_CUSTOMERS),
      countDays(deps, nowMs),
      deps.store.info(),
    ]);
    const counts = await countAll(deps, feedback, nowMs);
    const recent_customers = customers.map((customer) => customerWire(deps, customer));
    return { ...feedback, counts, days, recent_customers, redis_info, billing: deps.billing };
  };
}

async function countAll(deps: ColonelDeps, { counts }: ColonelFeedback, nowMs: number): Promise<ColonelCountsWire> {
  const [session_count, tally, mails, customer_count, recent_customer_count] = await Promise.all([
    deps.sessions.countSeenSince(nowMs - ACTIVE_MS),
    deps.store.secrets(nowMs),
    deps.mailer.totals(),
    deps.accounts.count(),
    deps.accounts.countSince(nowMs - DAYS_SHOWN * DAY_MS),
  ]);
  return {
    session_count,
    ...{ secret_count: tally.live, metadata_count: tally.records },
    ...{ secrets_created: tally.created, secrets_shared: tally.shared },
    ...{ emails_sent: mails.sent, emails_failed: mails.failed, emails_waiting: mails.waiting },
    ...counts,
    ...{ recent_customer_count, customer_count },
  };
}

async function countDays({ store }: ColonelDeps, nowMs: number): Promise<readonly DayCountWire[]> {
  const ages = Array.from({ length: DAYS_SHOWN }, (_, age) => DAYS_SHOWN - 1 - age);
  const days = ages.map((age) => new Date(nowMs - age * DAY_MS).toISOString().slice(0, 10));
  const found = new Map((await store.days(days)).map((tally) => [tally.day, tally]));
  return days.map((day) => ({
    day,
    secrets_created: found.get(day)?.created ?? 0,
    secrets_shared: found.get(day)?.shared ?? 0,
  }));
}

function customerWire(deps: ColonelDeps, customer: Customer): ColonelCustomerWire {
  return {
    custid: customer.custid,
    colonel: deps.isColonel(customer),
    verified: customer.isVerified,
    secrets_created: customer.secretsCreated,
    secrets_shared: customer.secretsShared,
    emails_sent: customer.emailsSent,
    planid: deps.plans.ofCustomer(customer).planid,
    stamp: utcStamp(customer.createdAtMs),
    created: toSeconds(customer.createdAtMs),
  };
}
