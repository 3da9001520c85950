import express, { type Router } from 'express';
import { sendJson } from '#src/http/send.ts';
import type { SiteStore } from './health-store.ts';

export interface HealthDeps {
  readonly store: SiteStore;
  /** True from the moment a stop was asked for: no new visitors, please. */
  readonly isDraining: () => boolean;
}

/** For probes, which ask by address: mounted before the Host is looked at. They write nothing. */
export function createHealthApi(deps: HealthDeps): Router {
  const router = express.Router();
  router.get('/livez', (_request, response) => {
    sendJson(response, 200, { status: 'alive' });
  });
  router.get('/readyz', async (_request, response) => {
    const isReady = !deps.isDraining() && (await isAnswering(deps.store));
    sendJson(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready' });
  });
  return router;
}

/** Probes give up by themselves after a while, and then know less than 'not ready'. */
const LONGEST_WAIT_MS = 2_000;

async function isAnswering(store: SiteStore): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), LONGEST_WAIT_MS);
  });
  const answer = store.ping().then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([answer, tooLong]);
  clearTimeout(timer);
  return isReady;
}
