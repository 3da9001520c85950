import type { AppDeps } from '#src/app.ts';
import type { ComposeDeps } from '#src/compose.ts';
import type { ClientAddress } from '#src/http/client-address.ts';
import type { FailureDeps } from '#src/http/failures.ts';
import { createRequestIds } from '#src/http/request-id.ts';
import { createSparing } from '#src/log/sparing.ts';
import { failureFields } from '#src/store-unavailable.ts';

/** While the store is away there is one line about it in this time. */
const OUTAGE_EVERY_MS = 10_000;

/** What stands in the log of requests, and of what went wrong with them. */
export function composeRequestLog(
  { config, log, metrics, newUuid, monotonicMs }: ComposeDeps,
  { isFromProxy }: ClientAddress,
): Pick<AppDeps, 'access' | 'failures'> {
  const requestIdOf = createRequestIds({ newUuid, isFromProxy });
  return {
    access: { log: config.log.hasAccess ? log : null, metrics, requestIdOf, monotonicMs },
    failures: {
      report: (error, incident, requestId) => log.error('failure', { err: error, incident, requestId }),
      reportOutage: createOutageReport({ log, monotonicMs }),
      newIncident: newUuid,
    },
  };
}

/** The line of each request says 503 and its id; one more for each would fill a disk while the store is away. */
function createOutageReport({
  log,
  monotonicMs,
}: Pick<ComposeDeps, 'log' | 'monotonicMs'>): FailureDeps['reportOutage'] {
  const write = createSparing<Parameters<FailureDeps['reportOutage']>>(
    ([err, requestId], unwritten) => log.error('failure', { ...failureFields(err), requestId, unwritten }),
    { everyMs: OUTAGE_EVERY_MS, monotonicMs },
  );
  return (...outage) => write(outage);
}
