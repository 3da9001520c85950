import express, { type RequestHandler, type Router } from 'express';
import { sendJson } from '#src/http/send.ts';
import type { Readiness } from './readiness.ts';

/** For probes, which ask by address: mounted before the Host is looked at. They write nothing. */
export function createHealthApi(readiness: Pick<Readiness, 'isReady' | 'hasStarted'>): Router {
  const router = express.Router();
  router.get('/livez', (_request, response) => {
    sendJson(response, 200, { status: 'alive' });
  });
  router.get('/readyz', answering(readiness.isReady, { yes: 'ready', no: 'not ready' }));
  router.get('/startupz', answering(readiness.hasStarted, { yes: 'started', no: 'not started' }));
  // Express would name the methods in a body without a charset.
  router.options(['/livez', '/readyz', '/startupz'], (_request, response) => {
    response.setHeader('Allow', 'GET, HEAD, OPTIONS');
    response.status(204).end();
  });
  return router;
}

function answering(is: () => Promise<boolean>, words: { readonly yes: string; readonly no: string }): RequestHandler {
  return async (_request, response) => {
    const isSo = await is();
    sendJson(response, isSo ? 200 : 503, { status: isSo ? words.yes : words.no });
  };
}
