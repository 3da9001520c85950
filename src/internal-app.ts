import type { Express } from 'express';
import { type AskDeps, createAskApi } from './features/domains/ask-api.ts';
import { createMetricsApi, type MetricsApiDeps } from './features/health/metrics-api.ts';
import { type AccessDeps, createAccessLog } from './http/access-log.ts';
import { createBareApp } from './http/bare-app.ts';
import { createFailureHandler, createNotFound, type FailureDeps } from './http/failures.ts';
import { wireOf } from './http/refusals.ts';
import type { Refuse } from './http/routes.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { sendJson } from './http/send.ts';

export interface InternalAppDeps {
  readonly access: AccessDeps;
  readonly failures: Omit<FailureDeps, 'refuse'>;
  readonly ask: Omit<AskDeps, 'refuse'>;
  readonly metrics: MetricsApiDeps['metrics'];
}

/** What our own machines ask, on a listener of its own: nothing of it is for visitors. */
export function createInternalApp(deps: InternalAppDeps): Express {
  const app = createBareApp();
  app.use(createAccessLog(deps.access));
  app.use(createSecurityHeaders('http'));
  app.use(createAskApi({ ...deps.ask, refuse }));
  app.use(createMetricsApi({ metrics: deps.metrics, refuse }));
  app.use(createNotFound(refuse));
  app.use(createFailureHandler({ ...deps.failures, refuse }));
  return app;
}

/** Machines read the status. */
const refuse: Refuse = (_request, response, { kind, retryAfter, incident }) => {
  const { status, errorType } = wireOf(kind);
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
  sendJson(response, status, { error_type: errorType, ...(incident !== undefined && { incident }) });
};
