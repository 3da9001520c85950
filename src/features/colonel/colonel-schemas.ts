import { z } from 'zod';
import { wire } from '#src/openapi/operation.ts';
import type {
  ColonelCountsWire,
  ColonelCustomerWire,
  ColonelRecordWire,
  DayCountWire,
  FeedbackEntryWire,
} from './colonel-wire.ts';

const text = z.string();
const isTrue = z.boolean();
const whole = z.int();

export const counts = wire<ColonelCountsWire>()(
  z.object({
    session_count: whole,
    secret_count: whole,
    metadata_count: whole,
    secrets_created: whole,
    secrets_shared: whole,
    emails_sent: whole,
    emails_failed: whole,
    emails_waiting: whole,
    feedback_count: whole,
    today_feedback_count: whole,
    yesterday_feedback_count: whole,
    older_feedback_count: whole,
    recent_customer_count: whole,
    customer_count: whole,
  }),
);

export const feedbackEntry = wire<FeedbackEntryWire>()(
  z.object({
    msg: text,
    stamp: text,
    created: whole,
    from: text,
    signed_in: z.exactOptional(isTrue),
    unchecked: isTrue,
    tz: text,
    version: text,
  }),
);

export const recentCustomer = wire<ColonelCustomerWire>()(
  z.object({
    custid: text,
    colonel: isTrue,
    verified: isTrue,
    secrets_created: whole,
    secrets_shared: whole,
    emails_sent: whole,
    planid: text,
    stamp: text,
    created: whole,
  }),
);

export const dayCount = wire<DayCountWire>()(z.object({ day: text, secrets_created: whole, secrets_shared: whole }));

export const overview = wire<ColonelRecordWire>()(
  z.object({
    counts,
    days: z.array(dayCount),
    recent_customers: z.array(recentCustomer),
    today_feedback: z.array(feedbackEntry),
    yesterday_feedback: z.array(feedbackEntry),
    older_feedback: z.array(feedbackEntry),
    billing: z.enum(['off', 'links', 'on']),
    redis_info: z.record(text, z.union([text, z.number()])),
  }),
);
