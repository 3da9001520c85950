import { enveloped } from '#src/openapi/envelopes.ts';
import type { Described } from '#src/openapi/operation.ts';
import * as shapes from './colonel-schemas.ts';

/** The administrator's part of API v2. */
export const colonelApi: Described = {
  operations: [
    {
      ...{ id: 'colonelOverview', tag: 'colonel', base: '/api/v2', method: 'get', path: '/colonel', who: 'colonel' },
      answer: enveloped({ record: shapes.overview }),
    },
  ],
  inputs: {},
  outputs: {
    ColonelRecord: shapes.overview,
    ColonelCounts: shapes.counts,
    ColonelCustomer: shapes.recentCustomer,
    ColonelDay: shapes.dayCount,
    FeedbackEntry: shapes.feedbackEntry,
  },
};
